from typing import Literal

ReleaseChannelInput = Literal["alpha", "beta", "release"] | str

RELEASE_CHANNEL_INPUT_VALUES: frozenset[str] = frozenset(["alpha", "beta", "release"])


def check_release_channel_input(value: object) -> ReleaseChannelInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
