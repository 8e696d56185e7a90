from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.update_status import UpdateStatus, check_update_status

if TYPE_CHECKING:
    from ..models.check_updates_response_200_data_items_item_installed_type_0 import (
        CheckUpdatesResponse200DataItemsItemInstalledType0,
    )
    from ..models.check_updates_response_200_data_items_item_latest_type_0 import (
        CheckUpdatesResponse200DataItemsItemLatestType0,
    )


T = TypeVar("T", bound="CheckUpdatesResponse200DataItemsItem")


@_attrs_define
class CheckUpdatesResponse200DataItemsItem:
    """
    Attributes:
        status (UpdateStatus):
        installed (CheckUpdatesResponse200DataItemsItemInstalledType0 | None): Null if the file is unknown.
        latest (CheckUpdatesResponse200DataItemsItemLatestType0 | None): The file that a plan for this mod alone would
            install, even if it is not newer.
    """

    status: UpdateStatus
    installed: CheckUpdatesResponse200DataItemsItemInstalledType0 | None
    latest: CheckUpdatesResponse200DataItemsItemLatestType0 | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.check_updates_response_200_data_items_item_installed_type_0 import (
            CheckUpdatesResponse200DataItemsItemInstalledType0,
        )
        from ..models.check_updates_response_200_data_items_item_latest_type_0 import (
            CheckUpdatesResponse200DataItemsItemLatestType0,
        )

        status: str = self.status

        installed: dict[str, Any] | None
        if isinstance(self.installed, CheckUpdatesResponse200DataItemsItemInstalledType0):
            installed = self.installed.to_dict()
        else:
            installed = self.installed

        latest: dict[str, Any] | None
        if isinstance(self.latest, CheckUpdatesResponse200DataItemsItemLatestType0):
            latest = self.latest.to_dict()
        else:
            latest = self.latest

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "status": status,
                "installed": installed,
                "latest": latest,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.check_updates_response_200_data_items_item_installed_type_0 import (
            CheckUpdatesResponse200DataItemsItemInstalledType0,
        )
        from ..models.check_updates_response_200_data_items_item_latest_type_0 import (
            CheckUpdatesResponse200DataItemsItemLatestType0,
        )

        d = dict(src_dict)
        status = check_update_status(d.pop("status"))

        def _parse_installed(
            data: object,
        ) -> CheckUpdatesResponse200DataItemsItemInstalledType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                installed_type_0 = CheckUpdatesResponse200DataItemsItemInstalledType0.from_dict(
                    data
                )

                return installed_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CheckUpdatesResponse200DataItemsItemInstalledType0 | None, data)

        installed = _parse_installed(d.pop("installed"))

        def _parse_latest(
            data: object,
        ) -> CheckUpdatesResponse200DataItemsItemLatestType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                latest_type_0 = CheckUpdatesResponse200DataItemsItemLatestType0.from_dict(data)

                return latest_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CheckUpdatesResponse200DataItemsItemLatestType0 | None, data)

        latest = _parse_latest(d.pop("latest"))

        check_updates_response_200_data_items_item = cls(
            status=status,
            installed=installed,
            latest=latest,
        )

        check_updates_response_200_data_items_item.additional_properties = d
        return check_updates_response_200_data_items_item

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
