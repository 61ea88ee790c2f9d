"""How hard hypothesis looks: the same examples each time by default, others with `--hypothesis-profile=search`."""

from hypothesis import HealthCheck, settings

_SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]

settings.register_profile("steady", derandomize=True, database=None, deadline=None, suppress_health_check=_SLOW)
settings.register_profile("search", max_examples=2000, deadline=None, suppress_health_check=_SLOW)
settings.load_profile("steady")
