from typing import Literal

FileKind = Literal["main", "optional"] | str

FILE_KIND_VALUES: frozenset[str] = frozenset(["main", "optional"])


def check_file_kind(value: object) -> FileKind:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
