"""The operations with the tag ``agent``."""

from typing import TYPE_CHECKING

from ...._lazy import lazy

if TYPE_CHECKING:
    from .list_agent_gateway_tools import list_agent_gateway_tools
    from .run_agent_gateway_tool import run_agent_gateway_tool
else:
    __getattr__ = lazy(
        __name__,
        {
            "list_agent_gateway_tools": ".list_agent_gateway_tools",
            "run_agent_gateway_tool": ".run_agent_gateway_tool",
        },
    )

__all__ = (
    "list_agent_gateway_tools",
    "run_agent_gateway_tool",
)
