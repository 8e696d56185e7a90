from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.list_agent_gateway_tools_response_200_data_item_input_schema import (
        ListAgentGatewayToolsResponse200DataItemInputSchema,
    )
    from ..models.list_agent_gateway_tools_response_200_data_item_output_schema import (
        ListAgentGatewayToolsResponse200DataItemOutputSchema,
    )


T = TypeVar("T", bound="ListAgentGatewayToolsResponse200DataItem")


@_attrs_define
class ListAgentGatewayToolsResponse200DataItem:
    """A tool for agents.

    Attributes:
        name (str):
        description (str):
        input_schema (ListAgentGatewayToolsResponse200DataItemInputSchema): JSON Schema 2020-12.
        output_schema (ListAgentGatewayToolsResponse200DataItemOutputSchema): JSON Schema 2020-12.
        writes (bool): Whether the tool writes. Such a tool first returns its effects, and writes after a confirmation.
        scope (str): The scope that a credential needs to run the tool.
    """

    name: str
    description: str
    input_schema: ListAgentGatewayToolsResponse200DataItemInputSchema
    output_schema: ListAgentGatewayToolsResponse200DataItemOutputSchema
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
        from ..models.list_agent_gateway_tools_response_200_data_item_input_schema import (
            ListAgentGatewayToolsResponse200DataItemInputSchema,
        )
        from ..models.list_agent_gateway_tools_response_200_data_item_output_schema import (
            ListAgentGatewayToolsResponse200DataItemOutputSchema,
        )

        d = dict(src_dict)
        name = d.pop("name")

        description = d.pop("description")

        input_schema = ListAgentGatewayToolsResponse200DataItemInputSchema.from_dict(
            d.pop("input_schema")
        )

        output_schema = ListAgentGatewayToolsResponse200DataItemOutputSchema.from_dict(
            d.pop("output_schema")
        )

        writes = d.pop("writes")

        scope = d.pop("scope")

        list_agent_gateway_tools_response_200_data_item = cls(
            name=name,
            description=description,
            input_schema=input_schema,
            output_schema=output_schema,
            writes=writes,
            scope=scope,
        )

        list_agent_gateway_tools_response_200_data_item.additional_properties = d
        return list_agent_gateway_tools_response_200_data_item

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
