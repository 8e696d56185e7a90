from typing import Literal

DigestAlgorithm = Literal["sha1", "sha256", "sha512"] | str

DIGEST_ALGORITHM_VALUES: frozenset[str] = frozenset(["sha1", "sha256", "sha512"])


def check_digest_algorithm(value: object) -> DigestAlgorithm:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
