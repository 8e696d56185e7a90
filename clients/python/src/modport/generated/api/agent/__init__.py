"""The operations with the tag ``agent``."""

from .list_agent_gateway_tools import list_agent_gateway_tools
from .run_agent_gateway_tool import run_agent_gateway_tool

__all__ = (
    "list_agent_gateway_tools",
    "run_agent_gateway_tool",
)
