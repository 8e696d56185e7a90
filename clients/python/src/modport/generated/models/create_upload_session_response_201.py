from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.create_upload_session_response_201_data import (
        CreateUploadSessionResponse201Data,
    )
    from ..models.create_upload_session_response_201_status import (
        CreateUploadSessionResponse201Status,
    )


T = TypeVar("T", bound="CreateUploadSessionResponse201")


@_attrs_define
class CreateUploadSessionResponse201:
    """
    Attributes:
        data (CreateUploadSessionResponse201Data):
        status (CreateUploadSessionResponse201Status):
    """

    data: CreateUploadSessionResponse201Data
    status: CreateUploadSessionResponse201Status
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        data = self.data.to_dict()

        status = self.status.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "data": data,
                "status": status,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.create_upload_session_response_201_data import (
            CreateUploadSessionResponse201Data,
        )
        from ..models.create_upload_session_response_201_status import (
            CreateUploadSessionResponse201Status,
        )

        d = dict(src_dict)
        data = CreateUploadSessionResponse201Data.from_dict(d.pop("data"))

        status = CreateUploadSessionResponse201Status.from_dict(d.pop("status"))

        create_upload_session_response_201 = cls(
            data=data,
            status=status,
        )

        create_upload_session_response_201.additional_properties = d
        return create_upload_session_response_201

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
