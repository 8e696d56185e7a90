from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="TokenChangedEventData")


@_attrs_define
class TokenChangedEventData:
    """
    Attributes:
        token_id (UUID): The token or key.
        change (str): `created`, `rotated` or `revoked`; others may follow.
        successor_id (UUID | Unset): The token or key that replaces it.
    """

    token_id: UUID
    change: str
    successor_id: UUID | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        token_id = str(self.token_id)

        change = self.change

        successor_id: str | Unset = UNSET
        if not isinstance(self.successor_id, Unset):
            successor_id = str(self.successor_id)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "token_id": token_id,
                "change": change,
            }
        )
        if successor_id is not UNSET:
            field_dict["successor_id"] = successor_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        token_id = UUID(d.pop("token_id"))

        change = d.pop("change")

        _successor_id = d.pop("successor_id", UNSET)
        successor_id: UUID | Unset
        if isinstance(_successor_id, Unset):
            successor_id = UNSET
        else:
            successor_id = UUID(_successor_id)

        token_changed_event_data = cls(
            token_id=token_id,
            change=change,
            successor_id=successor_id,
        )

        token_changed_event_data.additional_properties = d
        return token_changed_event_data

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
