from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ExternalArtifact")


@_attrs_define
class ExternalArtifact:
    """
    Attributes:
        artifact_id (UUID):
        reference_id (UUID):
        validation_job_id (UUID):
        state (str): Known values: `failed`, `pending`, `stale`, `verified`, `withdrawn`. Expect others.
        status_resource (str): The address to poll until the file is verified.
    """

    artifact_id: UUID
    reference_id: UUID
    validation_job_id: UUID
    state: str
    status_resource: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        artifact_id = str(self.artifact_id)

        reference_id = str(self.reference_id)

        validation_job_id = str(self.validation_job_id)

        state = self.state

        status_resource = self.status_resource

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "artifact_id": artifact_id,
                "reference_id": reference_id,
                "validation_job_id": validation_job_id,
                "state": state,
                "status_resource": status_resource,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        artifact_id = UUID(d.pop("artifact_id"))

        reference_id = UUID(d.pop("reference_id"))

        validation_job_id = UUID(d.pop("validation_job_id"))

        state = d.pop("state")

        status_resource = d.pop("status_resource")

        external_artifact = cls(
            artifact_id=artifact_id,
            reference_id=reference_id,
            validation_job_id=validation_job_id,
            state=state,
            status_resource=status_resource,
        )

        external_artifact.additional_properties = d
        return external_artifact

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
