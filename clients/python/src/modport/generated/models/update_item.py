from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.installed_file import InstalledFile
    from ..models.latest_file import LatestFile


T = TypeVar("T", bound="UpdateItem")


@_attrs_define
class UpdateItem:
    """
    Attributes:
        status (str): Known values: `current`, `no_compatible_file`, `unknown`, `update_available`. Expect others.
        installed (InstalledFile | None): Null if the file is unknown.
        latest (LatestFile | None): The file that a plan for this mod alone would install, even if it is not newer. Null
            for `no_compatible_file` and `unknown`.
    """

    status: str
    installed: InstalledFile | None
    latest: LatestFile | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.installed_file import InstalledFile
        from ..models.latest_file import LatestFile

        status = self.status

        installed: dict[str, Any] | None
        if isinstance(self.installed, InstalledFile):
            installed = self.installed.to_dict()
        else:
            installed = self.installed

        latest: dict[str, Any] | None
        if isinstance(self.latest, LatestFile):
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
        from ..models.installed_file import InstalledFile
        from ..models.latest_file import LatestFile

        d = dict(src_dict)
        status = d.pop("status")

        def _parse_installed(data: object) -> InstalledFile | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                installed_type_0 = InstalledFile.from_dict(data)

                return installed_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(InstalledFile | None, data)

        installed = _parse_installed(d.pop("installed"))

        def _parse_latest(data: object) -> LatestFile | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                latest_type_0 = LatestFile.from_dict(data)

                return latest_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(LatestFile | None, data)

        latest = _parse_latest(d.pop("latest"))

        update_item = cls(
            status=status,
            installed=installed,
            latest=latest,
        )

        update_item.additional_properties = d
        return update_item

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
