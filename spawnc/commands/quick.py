"""Parameters whose values are converted only where there is something to convert."""

from __future__ import annotations

from typing import Any


def quickened(parameters: list[Any]) -> list[Any]:
    """The parameters, which typer now leaves alone where the value is a text or absent.

    Newer versions of typer convert with pydantic, whose import takes longer than rewriting a small file does."""
    for parameter in parameters:
        if hasattr(parameter, "get_runtime_param"):
            parameter._runtime_param = _Late()
    return parameters


class _Late:
    """Stands in for typer's conversion of one parameter."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        annotation = param.type_descriptor.annotation
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if annotation is str and isinstance(value, str):
            return value
        if annotation == list[str] and isinstance(value, list | tuple):
            return list(value)
        param._runtime_param = None
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)
