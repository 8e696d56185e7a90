from typing import Any

from ....operation import Operation, Reply, UnexpectedShape
from ...models.agent_tool_page import AgentToolPage


def _parse(response: Reply) -> AgentToolPage:
    if 200 <= response.status_code <= 200:
        response_200 = AgentToolPage.from_dict(response.json())

        return response_200

    raise UnexpectedShape(f"status {response.status_code}")


def list_agent_gateway_tools() -> Operation[AgentToolPage]:
    """List the tools that you can run

    Lists the tools whose scopes the credential has, with the JSON Schemas of their input and output.
    Exchange your token for a tool token at `/oauth/token` with the audience `agent-gateway`. A tool
    token lives for at most 15 minutes and works only here and at `/v1/beta/mcp`.

    """

    _kwargs: dict[str, Any] = {
        "operation": "listAgentGatewayTools",
        "method": "GET",
        "path": "/agent/tools",
    }
    return Operation(parse=_parse, **_kwargs)
