from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.agent_confirmation import AgentConfirmation
    from ..models.agent_effect import AgentEffect
    from ..models.json_object import JsonObject


T = TypeVar("T", bound="AgentToolRun")


@_attrs_define
class AgentToolRun:
    """The result of a tool run.

    Attributes:
        dry_run (bool): True if nothing has been written yet.
        output (JsonObject | Unset): An object with any members.
        effects (list[AgentEffect] | Unset): Set only for a tool that writes: the effects, planned in a dry run, done
            otherwise.
        confirmation (AgentConfirmation | Unset):
    """

    dry_run: bool
    output: JsonObject | Unset = UNSET
    effects: list[AgentEffect] | Unset = UNSET
    confirmation: AgentConfirmation | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        dry_run = self.dry_run

        output: dict[str, Any] | Unset = UNSET
        if not isinstance(self.output, Unset):
            output = self.output.to_dict()

        effects: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.effects, Unset):
            effects = []
            for effects_item_data in self.effects:
                effects_item = effects_item_data.to_dict()
                effects.append(effects_item)

        confirmation: dict[str, Any] | Unset = UNSET
        if not isinstance(self.confirmation, Unset):
            confirmation = self.confirmation.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "dry_run": dry_run,
            }
        )
        if output is not UNSET:
            field_dict["output"] = output
        if effects is not UNSET:
            field_dict["effects"] = effects
        if confirmation is not UNSET:
            field_dict["confirmation"] = confirmation

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.agent_confirmation import AgentConfirmation
        from ..models.agent_effect import AgentEffect
        from ..models.json_object import JsonObject

        d = dict(src_dict)
        dry_run = d.pop("dry_run")

        _output = d.pop("output", UNSET)
        output: JsonObject | Unset
        if isinstance(_output, Unset):
            output = UNSET
        else:
            output = JsonObject.from_dict(_output)

        _effects = d.pop("effects", UNSET)
        effects: list[AgentEffect] | Unset = UNSET
        if _effects is not UNSET:
            effects = []
            for effects_item_data in _effects:
                effects_item = AgentEffect.from_dict(effects_item_data)

                effects.append(effects_item)

        _confirmation = d.pop("confirmation", UNSET)
        confirmation: AgentConfirmation | Unset
        if isinstance(_confirmation, Unset):
            confirmation = UNSET
        else:
            confirmation = AgentConfirmation.from_dict(_confirmation)

        agent_tool_run = cls(
            dry_run=dry_run,
            output=output,
            effects=effects,
            confirmation=confirmation,
        )

        agent_tool_run.additional_properties = d
        return agent_tool_run

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
