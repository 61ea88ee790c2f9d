"""Types of single numbers, by their names without typedefs."""

#: Types without typedefs, and their bytes on every platform that CUDA has.
SCALARS = {
    "bool": 1,
    "char": 1,
    "signed char": 1,
    "unsigned char": 1,
    "short": 2,
    "unsigned short": 2,
    "int": 4,
    "unsigned int": 4,
    "long": 8,
    "unsigned long": 8,
    "long long": 8,
    "unsigned long long": 8,
    "float": 4,
    "double": 8,
}
FLOATING = frozenset({"float", "double"})
#: Types of counters.
INTEGERS = frozenset({"int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long"})


def pointee(type_name: str) -> str | None:
    """What a pointer type points to, or an array holds; None for others."""
    if type_name.endswith("]"):
        return type_name.partition("[")[0].strip()
    return type_name.removesuffix("*").strip() if type_name.endswith("*") else None
