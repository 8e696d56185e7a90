from typing import Literal

ModSortInput = Literal["downloads", "latest", "relevance", "trending"] | str

MOD_SORT_INPUT_VALUES: frozenset[str] = frozenset(["downloads", "latest", "relevance", "trending"])


def check_mod_sort_input(value: object) -> ModSortInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
