from typing import Literal

LocaleInput = Literal["de", "en", "ru"] | str

LOCALE_INPUT_VALUES: frozenset[str] = frozenset(["de", "en", "ru"])


def check_locale_input(value: object) -> LocaleInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
