from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="AccountAccessChangedEventData")


@_attrs_define
class AccountAccessChangedEventData:
    """
    Attributes:
        access_revision (int): Rises with each change.
        categories (list[str]): The changed areas. Read `GET /me` again.
    """

    access_revision: int
    categories: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        access_revision = self.access_revision

        categories = self.categories

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "access_revision": access_revision,
                "categories": categories,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        access_revision = d.pop("access_revision")

        categories = cast(list[str], d.pop("categories"))

        account_access_changed_event_data = cls(
            access_revision=access_revision,
            categories=categories,
        )

        account_access_changed_event_data.additional_properties = d
        return account_access_changed_event_data

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
