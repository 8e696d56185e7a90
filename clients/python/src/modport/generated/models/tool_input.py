from typing import Literal

ToolInput = (
    Literal[
        "downloads.resolve",
        "install_plans.resolve",
        "mods.get",
        "mods.search",
        "publisher.draft",
        "publisher.validate",
        "versions.compare",
    ]
    | str
)

TOOL_INPUT_VALUES: frozenset[str] = frozenset(
    [
        "downloads.resolve",
        "install_plans.resolve",
        "mods.get",
        "mods.search",
        "publisher.draft",
        "publisher.validate",
        "versions.compare",
    ]
)


def check_tool_input(value: object) -> ToolInput:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
