from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ReferenceEvidenceInput")


@_attrs_define
class ReferenceEvidenceInput:
    """
    Attributes:
        license_ (None | str | Unset): The license that the provider states.
        page_url (None | str | Unset): The page of the file at its provider.
        published_at (datetime.datetime | None | Unset): The publication time that the provider states.
    """

    license_: None | str | Unset = UNSET
    page_url: None | str | Unset = UNSET
    published_at: datetime.datetime | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        license_: None | str | Unset
        if isinstance(self.license_, Unset):
            license_ = UNSET
        else:
            license_ = self.license_

        page_url: None | str | Unset
        if isinstance(self.page_url, Unset):
            page_url = UNSET
        else:
            page_url = self.page_url

        published_at: None | str | Unset
        if isinstance(self.published_at, Unset):
            published_at = UNSET
        elif isinstance(self.published_at, datetime.datetime):
            published_at = self.published_at.isoformat()
        else:
            published_at = self.published_at

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if license_ is not UNSET:
            field_dict["license"] = license_
        if page_url is not UNSET:
            field_dict["page_url"] = page_url
        if published_at is not UNSET:
            field_dict["published_at"] = published_at

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_license_(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        license_ = _parse_license_(d.pop("license", UNSET))

        def _parse_page_url(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        page_url = _parse_page_url(d.pop("page_url", UNSET))

        def _parse_published_at(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                published_at_type_0 = datetime.datetime.fromisoformat(data)

                return published_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        published_at = _parse_published_at(d.pop("published_at", UNSET))

        reference_evidence_input = cls(
            license_=license_,
            page_url=page_url,
            published_at=published_at,
        )

        return reference_evidence_input
