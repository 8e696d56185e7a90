from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="UploadFailure")


@_attrs_define
class UploadFailure:
    """
    Attributes:
        code (str): The registered error code. Without one, the state.
        state (str): `upload_interrupted`: send the missing bytes, or abort. `validation_failed`: the bytes differ from
            the declaration, or are not acceptable. `scan_failed`: the scan refused the bytes, or did not finish.
        retryable (bool): Whether another attempt with the same upload may succeed.
        detail (None | str): An explanation for people, in English. Null without one.
    """

    code: str
    state: str
    retryable: bool
    detail: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        state = self.state

        retryable = self.retryable

        detail: None | str
        detail = self.detail

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "state": state,
                "retryable": retryable,
                "detail": detail,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        code = d.pop("code")

        state = d.pop("state")

        retryable = d.pop("retryable")

        def _parse_detail(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        detail = _parse_detail(d.pop("detail"))

        upload_failure = cls(
            code=code,
            state=state,
            retryable=retryable,
            detail=detail,
        )

        upload_failure.additional_properties = d
        return upload_failure

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
