from typing import Literal

RunAgentToolInputTool = (
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

RUN_AGENT_TOOL_INPUT_TOOL_VALUES: frozenset[str] = frozenset(
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


def check_run_agent_tool_input_tool(value: object) -> RunAgentToolInputTool:
    """Return the value, also one that a later release of the service added."""
    if isinstance(value, str):
        return value
    raise TypeError(f"expected str, got {type(value).__name__}")
