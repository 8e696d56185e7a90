from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.validation_progress import ValidationProgress


T = TypeVar("T", bound="ExternalValidation")


@_attrs_define
class ExternalValidation:
    """
    Attributes:
        validation_job_id (UUID):
        artifact_id (UUID):
        reference_id (UUID):
        state (str): Known values: `failed`, `pending`, `processing`, `rejected`, `verified`. Expect others.
        progress (ValidationProgress):
        attempts (int): The number of attempts until now.
        max_attempts (int): The number of attempts after which the validation fails.
        next_attempt_at (datetime.datetime | None): When the next attempt begins. Null before the first one and after
            the end.
        terminal_reason (None | str): An error code if the file was rejected or the validation failed; otherwise null.
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
        completed_at (datetime.datetime | None): When the validation ended. Null before.
    """

    validation_job_id: UUID
    artifact_id: UUID
    reference_id: UUID
    state: str
    progress: ValidationProgress
    attempts: int
    max_attempts: int
    next_attempt_at: datetime.datetime | None
    terminal_reason: None | str
    created_at: datetime.datetime
    updated_at: datetime.datetime
    completed_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        validation_job_id = str(self.validation_job_id)

        artifact_id = str(self.artifact_id)

        reference_id = str(self.reference_id)

        state = self.state

        progress = self.progress.to_dict()

        attempts = self.attempts

        max_attempts = self.max_attempts

        next_attempt_at: None | str
        if isinstance(self.next_attempt_at, datetime.datetime):
            next_attempt_at = self.next_attempt_at.isoformat()
        else:
            next_attempt_at = self.next_attempt_at

        terminal_reason: None | str
        terminal_reason = self.terminal_reason

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        completed_at: None | str
        if isinstance(self.completed_at, datetime.datetime):
            completed_at = self.completed_at.isoformat()
        else:
            completed_at = self.completed_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "validation_job_id": validation_job_id,
                "artifact_id": artifact_id,
                "reference_id": reference_id,
                "state": state,
                "progress": progress,
                "attempts": attempts,
                "max_attempts": max_attempts,
                "next_attempt_at": next_attempt_at,
                "terminal_reason": terminal_reason,
                "created_at": created_at,
                "updated_at": updated_at,
                "completed_at": completed_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.validation_progress import ValidationProgress

        d = dict(src_dict)
        validation_job_id = UUID(d.pop("validation_job_id"))

        artifact_id = UUID(d.pop("artifact_id"))

        reference_id = UUID(d.pop("reference_id"))

        state = d.pop("state")

        progress = ValidationProgress.from_dict(d.pop("progress"))

        attempts = d.pop("attempts")

        max_attempts = d.pop("max_attempts")

        def _parse_next_attempt_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                next_attempt_at_type_0 = datetime.datetime.fromisoformat(data)

                return next_attempt_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        next_attempt_at = _parse_next_attempt_at(d.pop("next_attempt_at"))

        def _parse_terminal_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        terminal_reason = _parse_terminal_reason(d.pop("terminal_reason"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        def _parse_completed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                completed_at_type_0 = datetime.datetime.fromisoformat(data)

                return completed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        completed_at = _parse_completed_at(d.pop("completed_at"))

        external_validation = cls(
            validation_job_id=validation_job_id,
            artifact_id=artifact_id,
            reference_id=reference_id,
            state=state,
            progress=progress,
            attempts=attempts,
            max_attempts=max_attempts,
            next_attempt_at=next_attempt_at,
            terminal_reason=terminal_reason,
            created_at=created_at,
            updated_at=updated_at,
            completed_at=completed_at,
        )

        external_validation.additional_properties = d
        return external_validation

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
