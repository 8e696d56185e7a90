from typing import Literal

ModState = Literal["archived", "deleted", "draft", "hidden", "published"] | str

MOD_STATE_VALUES: frozenset[str] = frozenset(
    ["archived", "deleted", "draft", "hidden", "published"]
)


def check_mod_state(value: object) -> ModState:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
