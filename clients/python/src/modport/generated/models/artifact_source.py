from typing import Literal

ArtifactSource = Literal["external_provider_reference", "rehosted_blob"] | str

ARTIFACT_SOURCE_VALUES: frozenset[str] = frozenset(["external_provider_reference", "rehosted_blob"])


def check_artifact_source(value: object) -> ArtifactSource:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
