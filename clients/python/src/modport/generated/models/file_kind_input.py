from typing import Literal

FileKindInput = Literal["main", "optional"] | str

FILE_KIND_INPUT_VALUES: frozenset[str] = frozenset(["main", "optional"])


def check_file_kind_input(value: object) -> FileKindInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
