from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DeliveryRetry")


@_attrs_define
class DeliveryRetry:
    """
    Attributes:
        retryable (bool): Whether the service may try again on its own.
        attempt (int): The number of attempts until now.
        max_attempts (int): The number of attempts after which the delivery ends.
        next_attempt_at (datetime.datetime | None): When the next attempt begins, or when a running one counts as lost.
            Null after the end.
    """

    retryable: bool
    attempt: int
    max_attempts: int
    next_attempt_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        retryable = self.retryable

        attempt = self.attempt

        max_attempts = self.max_attempts

        next_attempt_at: None | str
        if isinstance(self.next_attempt_at, datetime.datetime):
            next_attempt_at = self.next_attempt_at.isoformat()
        else:
            next_attempt_at = self.next_attempt_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "retryable": retryable,
                "attempt": attempt,
                "max_attempts": max_attempts,
                "next_attempt_at": next_attempt_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        retryable = d.pop("retryable")

        attempt = d.pop("attempt")

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

        delivery_retry = cls(
            retryable=retryable,
            attempt=attempt,
            max_attempts=max_attempts,
            next_attempt_at=next_attempt_at,
        )

        delivery_retry.additional_properties = d
        return delivery_retry

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
