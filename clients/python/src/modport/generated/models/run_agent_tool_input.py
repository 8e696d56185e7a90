from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.tool_input import ToolInput, check_tool_input
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.json_object import JsonObject


T = TypeVar("T", bound="RunAgentToolInput")


@_attrs_define
class RunAgentToolInput:
    """One run of a tool. A tool that only reads returns its output at once. A tool that writes needs two runs with the
    same input: a dry run without a confirmation token, which returns the effects and a token, and a run with this
    token, which writes.

        Attributes:
            input_ (JsonObject): An object with any members.
            tool (ToolInput):
            confirmation_token (None | str | Unset): The token of the dry run whose effects this run may cause. It works
                once, before it expires, for the same user, application, tool and input. Without it, a tool that writes only
                makes a dry run. A tool that only reads refuses it.
    """

    input_: JsonObject
    tool: ToolInput
    confirmation_token: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        input_ = self.input_.to_dict()

        tool: str = self.tool

        confirmation_token: None | str | Unset
        if isinstance(self.confirmation_token, Unset):
            confirmation_token = UNSET
        else:
            confirmation_token = self.confirmation_token

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "input": input_,
                "tool": tool,
            }
        )
        if confirmation_token is not UNSET:
            field_dict["confirmation_token"] = confirmation_token

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.json_object import JsonObject

        d = dict(src_dict)
        input_ = JsonObject.from_dict(d.pop("input"))

        tool = check_tool_input(d.pop("tool"))

        def _parse_confirmation_token(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        confirmation_token = _parse_confirmation_token(d.pop("confirmation_token", UNSET))

        run_agent_tool_input = cls(
            input_=input_,
            tool=tool,
            confirmation_token=confirmation_token,
        )

        return run_agent_tool_input
