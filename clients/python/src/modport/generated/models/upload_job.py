from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.job_progress import JobProgress


T = TypeVar("T", bound="UploadJob")


@_attrs_define
class UploadJob:
    """
    Attributes:
        id (UUID):
        status_endpoint (str): The address of the job's state, with the API prefix.
        status (str): Known values: `cancelled`, `failed`, `processing`, `queued`, `rejected`, `succeeded`. Expect
            others.
        progress (JobProgress):
        attempts (int): The number of attempts until now.
        max_attempts (int): The number of attempts after which the job ends.
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
        started_at (datetime.datetime | None): When the first attempt began. Null before.
        completed_at (datetime.datetime | None): When the job ended. Null before.
        next_attempt_at (datetime.datetime | None): When the next attempt begins. Null unless the job waits for one
            after a failure.
        terminal_reason (None | str): A stable error code if the job failed, the file was rejected or the upload went to
            review; otherwise null.
    """

    id: UUID
    status_endpoint: str
    status: str
    progress: JobProgress
    attempts: int
    max_attempts: int
    created_at: datetime.datetime
    updated_at: datetime.datetime
    started_at: datetime.datetime | None
    completed_at: datetime.datetime | None
    next_attempt_at: datetime.datetime | None
    terminal_reason: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        status_endpoint = self.status_endpoint

        status = self.status

        progress = self.progress.to_dict()

        attempts = self.attempts

        max_attempts = self.max_attempts

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        started_at: None | str
        if isinstance(self.started_at, datetime.datetime):
            started_at = self.started_at.isoformat()
        else:
            started_at = self.started_at

        completed_at: None | str
        if isinstance(self.completed_at, datetime.datetime):
            completed_at = self.completed_at.isoformat()
        else:
            completed_at = self.completed_at

        next_attempt_at: None | str
        if isinstance(self.next_attempt_at, datetime.datetime):
            next_attempt_at = self.next_attempt_at.isoformat()
        else:
            next_attempt_at = self.next_attempt_at

        terminal_reason: None | str
        terminal_reason = self.terminal_reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "statusEndpoint": status_endpoint,
                "status": status,
                "progress": progress,
                "attempts": attempts,
                "maxAttempts": max_attempts,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "startedAt": started_at,
                "completedAt": completed_at,
                "nextAttemptAt": next_attempt_at,
                "terminalReason": terminal_reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.job_progress import JobProgress

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        status_endpoint = d.pop("statusEndpoint")

        status = d.pop("status")

        progress = JobProgress.from_dict(d.pop("progress"))

        attempts = d.pop("attempts")

        max_attempts = d.pop("maxAttempts")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        def _parse_started_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                started_at_type_0 = datetime.datetime.fromisoformat(data)

                return started_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        started_at = _parse_started_at(d.pop("startedAt"))

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

        completed_at = _parse_completed_at(d.pop("completedAt"))

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

        next_attempt_at = _parse_next_attempt_at(d.pop("nextAttemptAt"))

        def _parse_terminal_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        terminal_reason = _parse_terminal_reason(d.pop("terminalReason"))

        upload_job = cls(
            id=id,
            status_endpoint=status_endpoint,
            status=status,
            progress=progress,
            attempts=attempts,
            max_attempts=max_attempts,
            created_at=created_at,
            updated_at=updated_at,
            started_at=started_at,
            completed_at=completed_at,
            next_attempt_at=next_attempt_at,
            terminal_reason=terminal_reason,
        )

        upload_job.additional_properties = d
        return upload_job

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
