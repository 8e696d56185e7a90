from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="AppChangedEventData")


@_attrs_define
class AppChangedEventData:
    """
    Attributes:
        app_id (UUID): The application.
        client_id (str): Its OAuth `client_id`.
        change (str): The kind of change, such as `updated`, `disabled` or `deleted`.
    """

    app_id: UUID
    client_id: str
    change: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        app_id = str(self.app_id)

        client_id = self.client_id

        change = self.change

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "app_id": app_id,
                "client_id": client_id,
                "change": change,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        app_id = UUID(d.pop("app_id"))

        client_id = d.pop("client_id")

        change = d.pop("change")

        app_changed_event_data = cls(
            app_id=app_id,
            client_id=client_id,
            change=change,
        )

        app_changed_event_data.additional_properties = d
        return app_changed_event_data

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
