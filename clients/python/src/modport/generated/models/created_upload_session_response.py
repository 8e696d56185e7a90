from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.created_upload_session import CreatedUploadSession
    from ..models.upload_session_status import UploadSessionStatus


T = TypeVar("T", bound="CreatedUploadSessionResponse")


@_attrs_define
class CreatedUploadSessionResponse:
    """
    Attributes:
        data (CreatedUploadSession): The upload of one file.
        status (UploadSessionStatus):
    """

    data: CreatedUploadSession
    status: UploadSessionStatus
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
        from ..models.created_upload_session import CreatedUploadSession
        from ..models.upload_session_status import UploadSessionStatus

        d = dict(src_dict)
        data = CreatedUploadSession.from_dict(d.pop("data"))

        status = UploadSessionStatus.from_dict(d.pop("status"))

        created_upload_session_response = cls(
            data=data,
            status=status,
        )

        created_upload_session_response.additional_properties = d
        return created_upload_session_response

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
