from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="UploadReview")


@_attrs_define
class UploadReview:
    """
    Attributes:
        state (str): Known values: `approved`, `none`, `pending`, `rejected`. Expect others.
        reasons (list[str]): Stable codes of the reasons for which a moderator has to decide.
        decided_at (datetime.datetime | None): When a moderator decided. Null before.
        public_note (None | str): The note for the creator from the moderator who decided. Null without one.
        rejection_reason (None | str): Why a moderator rejected it: harmful, misleading, rights_violation,
            policy_violation, broken_file, unverifiable. Null unless a moderator gave one.
    """

    state: str
    reasons: list[str]
    decided_at: datetime.datetime | None
    public_note: None | str
    rejection_reason: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        state = self.state

        reasons = self.reasons

        decided_at: None | str
        if isinstance(self.decided_at, datetime.datetime):
            decided_at = self.decided_at.isoformat()
        else:
            decided_at = self.decided_at

        public_note: None | str
        public_note = self.public_note

        rejection_reason: None | str
        rejection_reason = self.rejection_reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "state": state,
                "reasons": reasons,
                "decidedAt": decided_at,
                "publicNote": public_note,
                "rejectionReason": rejection_reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        state = d.pop("state")

        reasons = cast(list[str], d.pop("reasons"))

        def _parse_decided_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                decided_at_type_0 = datetime.datetime.fromisoformat(data)

                return decided_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        decided_at = _parse_decided_at(d.pop("decidedAt"))

        def _parse_public_note(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        public_note = _parse_public_note(d.pop("publicNote"))

        def _parse_rejection_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        rejection_reason = _parse_rejection_reason(d.pop("rejectionReason"))

        upload_review = cls(
            state=state,
            reasons=reasons,
            decided_at=decided_at,
            public_note=public_note,
            rejection_reason=rejection_reason,
        )

        upload_review.additional_properties = d
        return upload_review

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
