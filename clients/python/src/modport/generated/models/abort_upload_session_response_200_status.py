from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.upload_progress_fields import UploadProgressFields


T = TypeVar("T", bound="AbortUploadSessionResponse200Status")


@_attrs_define
class AbortUploadSessionResponse200Status:
    """
    Attributes:
        progress (UploadProgressFields):
    """

    progress: UploadProgressFields
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        progress = self.progress.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "progress": progress,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.upload_progress_fields import UploadProgressFields

        d = dict(src_dict)
        progress = UploadProgressFields.from_dict(d.pop("progress"))

        abort_upload_session_response_200_status = cls(
            progress=progress,
        )

        abort_upload_session_response_200_status.additional_properties = d
        return abort_upload_session_response_200_status

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
