from typing import Literal

ArtifactState = (
    Literal["archived", "deleted", "pending", "published", "ready", "rejected", "withdrawn"] | str
)

ARTIFACT_STATE_VALUES: frozenset[str] = frozenset(
    ["archived", "deleted", "pending", "published", "ready", "rejected", "withdrawn"]
)


def check_artifact_state(value: object) -> ArtifactState:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
