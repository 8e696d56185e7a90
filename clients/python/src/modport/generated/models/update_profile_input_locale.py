from typing import Literal

UpdateProfileInputLocale = Literal["de", "en", "ru"] | str

UPDATE_PROFILE_INPUT_LOCALE_VALUES: frozenset[str] = frozenset(["de", "en", "ru"])


def check_update_profile_input_locale(value: object) -> UpdateProfileInputLocale:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
