from typing import Literal

DigestAlgorithmInput = Literal["sha1", "sha256", "sha512"] | str

DIGEST_ALGORITHM_INPUT_VALUES: frozenset[str] = frozenset(["sha1", "sha256", "sha512"])


def check_digest_algorithm_input(value: object) -> DigestAlgorithmInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
