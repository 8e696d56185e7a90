from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.json_object import JsonObject


T = TypeVar("T", bound="AgentTool")


@_attrs_define
class AgentTool:
    """A tool for agents.

    Attributes:
        name (str): The name by which a run selects the tool.
        description (str): The purpose of the tool, written for agents.
        input_schema (JsonObject): An object with any members.
        output_schema (JsonObject): An object with any members.
        writes (bool): Whether the tool writes. Such a tool first returns its effects, and writes after a confirmation.
        scope (str): The scope that a credential needs to run the tool.
    """

    name: str
    description: str
    input_schema: JsonObject
    output_schema: JsonObject
    writes: bool
    scope: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        description = self.description

        input_schema = self.input_schema.to_dict()

        output_schema = self.output_schema.to_dict()

        writes = self.writes

        scope = self.scope

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "description": description,
                "input_schema": input_schema,
                "output_schema": output_schema,
                "writes": writes,
                "scope": scope,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.json_object import JsonObject

        d = dict(src_dict)
        name = d.pop("name")

        description = d.pop("description")

        input_schema = JsonObject.from_dict(d.pop("input_schema"))

        output_schema = JsonObject.from_dict(d.pop("output_schema"))

        writes = d.pop("writes")

        scope = d.pop("scope")

        agent_tool = cls(
            name=name,
            description=description,
            input_schema=input_schema,
            output_schema=output_schema,
            writes=writes,
            scope=scope,
        )

        agent_tool.additional_properties = d
        return agent_tool

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
