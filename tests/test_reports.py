"""Situations of public problem reports about dynamic parallelism, told again in our own code."""

from pathlib import Path

import pytest

from tests.corpus import check_compiles, decisions

FILES = Path(__file__).parent / "reports"

#: What becomes of each launch, in text order; a rule's id where it is refused.
DECISIONS = {
    "01_device_sync_removed": "guarded host",
    "02_join_by_tail_launch": "guarded SP063 host",
    "04_sync_depth_limit_on_host": "guarded host",
    "05_sync_in_host_device_helper": "guarded host",
    "06_missing_rdc": "guarded host",
    "07_host_linker_only": "guarded host",
    "08_child_in_other_unit": "SP015 host",
    "10_runtime_compiled_module": "guarded",
    "11_children_lost_past_2048": "guarded host",
    "12_pending_count_checked": "guarded host",
    "13_many_tiny_children_slow": "guarded host",
    "14_malloc_child_sync_per_thread": "guarded",
    "16_rdc_tax_on_hot_kernel": "guarded host",
    "17_dispatch_by_device_shape": "SP038 SP038 SP038 host",
    "19_child_cannot_start": "SP038 host",
    "20_repeat_until_done_on_device": "guarded SP063 host",
    "22_profiler_blind_spot": "guarded host",
    "23_instrumentation_skips_child": "guarded host",
    "24_simulator_cannot_load": "guarded host",
    "25_port_to_backend_without_cdp": "guarded host",
    "26_other_compilers": "SP013 host",
    "29_recursion_eats_the_stack": "host",
    "30_unknown_task_count": "guarded",
    "31_library_algorithm_in_kernel": "host",
    "33_version_mix_of_device_runtime": "SP065 SP060",
    "34_library_dispatch_both_sides": "SP019 host",
    "35_hand_kept_twin_versions": "guarded host host",
}

#: What nvcc 13 has against some of the files, as written and as rewritten.
NVCC_ERRORS = {
    "06_missing_rdc": "separate compilation mode",
}


def test_every_file_is_in_the_table() -> None:
    assert {file.stem for file in FILES.glob("*.cu")} == set(DECISIONS)
    assert set(NVCC_ERRORS) <= set(DECISIONS)


@pytest.mark.parametrize("name", DECISIONS)
def test_decisions(name: str) -> None:
    assert decisions(FILES / f"{name}.cu") == DECISIONS[name]


@pytest.mark.nvcc
@pytest.mark.parametrize("name", DECISIONS)
def test_output_compiles_where_the_input_does(name: str, tmp_path: Path) -> None:
    arguments = ("-rdc=false",) if name == "06_missing_rdc" else ()
    check_compiles(FILES / f"{name}.cu", tmp_path, error=NVCC_ERRORS.get(name, ""), arguments=arguments)
