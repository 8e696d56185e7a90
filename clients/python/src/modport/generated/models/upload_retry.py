from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="UploadRetry")


@_attrs_define
class UploadRetry:
    """
    Attributes:
        retryable (bool): True for `resume` and `wait`.
        strategy (str): `resume`: send the missing bytes. `wait`: the checks are running, read the upload again later.
            `wait_for_review`: a moderator decides. `new_session`: this upload has ended, create another one. `none`: there
            is nothing to do.
        attempt (int): The number of attempts of the job until now. 0 without a job.
        max_attempts (int): The number of attempts after which the job ends. 0 without a job.
        next_attempt_at (datetime.datetime | None): When the job begins its next attempt. Null unless it waits for one.
        retry_after_seconds (int | None): The seconds after which to read the upload again. Null unless `strategy` is
            `wait`.
    """

    retryable: bool
    strategy: str
    attempt: int
    max_attempts: int
    next_attempt_at: datetime.datetime | None
    retry_after_seconds: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        retryable = self.retryable

        strategy = self.strategy

        attempt = self.attempt

        max_attempts = self.max_attempts

        next_attempt_at: None | str
        if isinstance(self.next_attempt_at, datetime.datetime):
            next_attempt_at = self.next_attempt_at.isoformat()
        else:
            next_attempt_at = self.next_attempt_at

        retry_after_seconds: int | None
        retry_after_seconds = self.retry_after_seconds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "retryable": retryable,
                "strategy": strategy,
                "attempt": attempt,
                "maxAttempts": max_attempts,
                "nextAttemptAt": next_attempt_at,
                "retryAfterSeconds": retry_after_seconds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        retryable = d.pop("retryable")

        strategy = d.pop("strategy")

        attempt = d.pop("attempt")

        max_attempts = d.pop("maxAttempts")

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

        def _parse_retry_after_seconds(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        retry_after_seconds = _parse_retry_after_seconds(d.pop("retryAfterSeconds"))

        upload_retry = cls(
            retryable=retryable,
            strategy=strategy,
            attempt=attempt,
            max_attempts=max_attempts,
            next_attempt_at=next_attempt_at,
            retry_after_seconds=retry_after_seconds,
        )

        upload_retry.additional_properties = d
        return upload_retry

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
