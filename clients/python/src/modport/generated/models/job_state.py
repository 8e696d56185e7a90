from typing import Literal

JobState = Literal["cancelled", "failed", "processing", "queued", "rejected", "succeeded"] | str

JOB_STATE_VALUES: frozenset[str] = frozenset(
    ["cancelled", "failed", "processing", "queued", "rejected", "succeeded"]
)


def check_job_state(value: object) -> JobState:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
