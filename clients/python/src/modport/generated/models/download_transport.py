from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DownloadTransport")


@_attrs_define
class DownloadTransport:
    """
    Attributes:
        kind (str): Known values: `external_provider_reference`, `rehosted_blob`. Expect others.
        provider (str): The provider that hosts the file.
        reference_id (UUID): The reference of the file at the provider. It takes the place of the download job.
        reference_revision (int): Increases each time the bytes are verified.
        url (str): A short-lived URL of the provider. Do not store it.
        expires_at (datetime.datetime): When the URL expires.
        ttl_seconds (int): The seconds for which to use the URL, from 1 to 300.
    """

    kind: str
    provider: str
    reference_id: UUID
    reference_revision: int
    url: str
    expires_at: datetime.datetime
    ttl_seconds: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind = self.kind

        provider = self.provider

        reference_id = str(self.reference_id)

        reference_revision = self.reference_revision

        url = self.url

        expires_at = self.expires_at.isoformat()

        ttl_seconds = self.ttl_seconds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "provider": provider,
                "reference_id": reference_id,
                "reference_revision": reference_revision,
                "url": url,
                "expires_at": expires_at,
                "ttl_seconds": ttl_seconds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        kind = d.pop("kind")

        provider = d.pop("provider")

        reference_id = UUID(d.pop("reference_id"))

        reference_revision = d.pop("reference_revision")

        url = d.pop("url")

        expires_at = datetime.datetime.fromisoformat(d.pop("expires_at"))

        ttl_seconds = d.pop("ttl_seconds")

        download_transport = cls(
            kind=kind,
            provider=provider,
            reference_id=reference_id,
            reference_revision=reference_revision,
            url=url,
            expires_at=expires_at,
            ttl_seconds=ttl_seconds,
        )

        download_transport.additional_properties = d
        return download_transport

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
