from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.agent_effect_target import AgentEffectTarget
    from ..models.json_object import JsonObject


T = TypeVar("T", bound="AgentEffect")


@_attrs_define
class AgentEffect:
    """
    Attributes:
        action (str): A stable code of the change.
        summary (str): Written by the service; contains no text from users.
        target (AgentEffectTarget):
        changes (list[JsonObject]): One entry for each changed member: `field`, `from` and `to`. Null stands for no
            value.
    """

    action: str
    summary: str
    target: AgentEffectTarget
    changes: list[JsonObject]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        summary = self.summary

        target = self.target.to_dict()

        changes = []
        for changes_item_data in self.changes:
            changes_item = changes_item_data.to_dict()
            changes.append(changes_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "action": action,
                "summary": summary,
                "target": target,
                "changes": changes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.agent_effect_target import AgentEffectTarget
        from ..models.json_object import JsonObject

        d = dict(src_dict)
        action = d.pop("action")

        summary = d.pop("summary")

        target = AgentEffectTarget.from_dict(d.pop("target"))

        changes = []
        _changes = d.pop("changes")
        for changes_item_data in _changes:
            changes_item = JsonObject.from_dict(changes_item_data)

            changes.append(changes_item)

        agent_effect = cls(
            action=action,
            summary=summary,
            target=target,
            changes=changes,
        )

        agent_effect.additional_properties = d
        return agent_effect

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
