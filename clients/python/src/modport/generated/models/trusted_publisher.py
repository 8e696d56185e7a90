from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.trusted_publisher_owner import TrustedPublisherOwner


T = TypeVar("T", bound="TrustedPublisher")


@_attrs_define
class TrustedPublisher:
    """A workflow that may publish versions of a mod without a stored secret.

    Attributes:
        id (UUID):
        mod_id (UUID):
        issuer (str):
        provider (str): The form of the tokens. Known values: `github`, `gitlab`. Expect others.
        repository (str):
        repository_id (None | str): The stable id of the repository; null until the owner of the mod or the first run
            sets it.
        repository_owner_id (None | str): The stable id of the owner of the repository; null until the owner of the mod
            or the first run sets it.
        workflow (str):
        environment (None | str): The environment that the job has to run in. Null if any will do, or none.
        ref (None | str): The branch or tag that the run has to be for. Null if any will do.
        active (bool): False while the owner who configured it does not own the mod, is blocked or leaves the service,
            while the mod is deleted, and while the service does not trust the issuer.
        created_by (TrustedPublisherOwner):
        last_used_at (datetime.datetime | None): The last exchange of a token. Null before the first one.
        created_at (datetime.datetime):
    """

    id: UUID
    mod_id: UUID
    issuer: str
    provider: str
    repository: str
    repository_id: None | str
    repository_owner_id: None | str
    workflow: str
    environment: None | str
    ref: None | str
    active: bool
    created_by: TrustedPublisherOwner
    last_used_at: datetime.datetime | None
    created_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        mod_id = str(self.mod_id)

        issuer = self.issuer

        provider = self.provider

        repository = self.repository

        repository_id: None | str
        repository_id = self.repository_id

        repository_owner_id: None | str
        repository_owner_id = self.repository_owner_id

        workflow = self.workflow

        environment: None | str
        environment = self.environment

        ref: None | str
        ref = self.ref

        active = self.active

        created_by = self.created_by.to_dict()

        last_used_at: None | str
        if isinstance(self.last_used_at, datetime.datetime):
            last_used_at = self.last_used_at.isoformat()
        else:
            last_used_at = self.last_used_at

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "mod_id": mod_id,
                "issuer": issuer,
                "provider": provider,
                "repository": repository,
                "repository_id": repository_id,
                "repository_owner_id": repository_owner_id,
                "workflow": workflow,
                "environment": environment,
                "ref": ref,
                "active": active,
                "created_by": created_by,
                "last_used_at": last_used_at,
                "created_at": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.trusted_publisher_owner import TrustedPublisherOwner

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        mod_id = UUID(d.pop("mod_id"))

        issuer = d.pop("issuer")

        provider = d.pop("provider")

        repository = d.pop("repository")

        def _parse_repository_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        repository_id = _parse_repository_id(d.pop("repository_id"))

        def _parse_repository_owner_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        repository_owner_id = _parse_repository_owner_id(d.pop("repository_owner_id"))

        workflow = d.pop("workflow")

        def _parse_environment(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        environment = _parse_environment(d.pop("environment"))

        def _parse_ref(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        ref = _parse_ref(d.pop("ref"))

        active = d.pop("active")

        created_by = TrustedPublisherOwner.from_dict(d.pop("created_by"))

        def _parse_last_used_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_used_at_type_0 = datetime.datetime.fromisoformat(data)

                return last_used_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_used_at = _parse_last_used_at(d.pop("last_used_at"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        trusted_publisher = cls(
            id=id,
            mod_id=mod_id,
            issuer=issuer,
            provider=provider,
            repository=repository,
            repository_id=repository_id,
            repository_owner_id=repository_owner_id,
            workflow=workflow,
            environment=environment,
            ref=ref,
            active=active,
            created_by=created_by,
            last_used_at=last_used_at,
            created_at=created_at,
        )

        trusted_publisher.additional_properties = d
        return trusted_publisher

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
