from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    Self,
    TypeVar,
    cast,
)
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.artifact_subject import ArtifactSubject
    from ..models.file_failed_event_data import FileFailedEventData


T = TypeVar("T", bound="FileFailedEvent")


@_attrs_define
class FileFailedEvent:
    """A file was rejected, or its bytes were found unsafe or corrupt later. New members may be added.

    Attributes:
        spec_version (str): The version of this envelope.
        event_id (UUID): The id of the event, equal in all its deliveries.
        delivery_id (UUID): The id of the delivery.
        type_ (Literal['file.failed']): The kind of the event.
        version (int): The version of the format of `data`.
        occurred_at (datetime.datetime): When the change that caused the event was made, in UTC; the same at each
            attempt. Deliveries may arrive in another order.
        subject (ArtifactSubject):
        data (FileFailedEventData):
    """

    spec_version: str
    event_id: UUID
    delivery_id: UUID
    type_: Literal["file.failed"]
    version: int
    occurred_at: datetime.datetime
    subject: ArtifactSubject
    data: FileFailedEventData
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        spec_version = self.spec_version

        event_id = str(self.event_id)

        delivery_id = str(self.delivery_id)

        type_ = self.type_

        version = self.version

        occurred_at = self.occurred_at.isoformat()

        subject = self.subject.to_dict()

        data = self.data.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "spec_version": spec_version,
                "event_id": event_id,
                "delivery_id": delivery_id,
                "type": type_,
                "version": version,
                "occurred_at": occurred_at,
                "subject": subject,
                "data": data,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.artifact_subject import ArtifactSubject
        from ..models.file_failed_event_data import FileFailedEventData

        d = dict(src_dict)
        spec_version = d.pop("spec_version")

        event_id = UUID(d.pop("event_id"))

        delivery_id = UUID(d.pop("delivery_id"))

        type_ = cast(Literal["file.failed"], d.pop("type"))
        if type_ != "file.failed":
            raise ValueError(f"type must match const 'file.failed', got '{type_}'")

        version = d.pop("version")

        occurred_at = datetime.datetime.fromisoformat(d.pop("occurred_at"))

        subject = ArtifactSubject.from_dict(d.pop("subject"))

        data = FileFailedEventData.from_dict(d.pop("data"))

        file_failed_event = cls(
            spec_version=spec_version,
            event_id=event_id,
            delivery_id=delivery_id,
            type_=type_,
            version=version,
            occurred_at=occurred_at,
            subject=subject,
            data=data,
        )

        file_failed_event.additional_properties = d
        return file_failed_event

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
