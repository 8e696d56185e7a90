from typing import Literal

AddedMediaManagerInput = Literal["importer", "uploader"] | str

ADDED_MEDIA_MANAGER_INPUT_VALUES: frozenset[str] = frozenset(["importer", "uploader"])


def check_added_media_manager_input(value: object) -> AddedMediaManagerInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
