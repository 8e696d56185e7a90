from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.resource_grant import ResourceGrant


T = TypeVar("T", bound="ApiKey")


@_attrs_define
class ApiKey:
    """A token or key without its secret.

    Attributes:
        id (UUID):
        kind (str): Known values: `account_key`, `api_key`, `pat`. Expect others.
        name (str): The name that its user chose.
        display_prefix (str): The first characters of the secret.
        fingerprint (str): Identifies the secret: the SHA-256, in hex, of the keyed hash that the service stores. Only
            the service can compute it. It changes only if the secret does.
        scopes (list[str]):
        resource_grants (list[ResourceGrant] | None): The mods that the credential covers. An empty list means none;
            null means all mods of its user.
        state (str): Known values: `active`, `expired`, `retiring`, `revoked`. Expect others.
        expires_at (datetime.datetime | None): When the credential expires. Null if it does not.
        last_used_at (datetime.datetime | None): The last use, up to a minute late. Null before the first use.
        rotated_from (None | UUID): The key that this key replaced. Null unless a rotation created it.
        retires_at (datetime.datetime | None): When a rotated key stops being valid. Until then, it is valid beside the
            new one. Null unless it was rotated.
        revoked_at (datetime.datetime | None): When the credential was revoked. Null if it was not.
        created_at (datetime.datetime):
    """

    id: UUID
    kind: str
    name: str
    display_prefix: str
    fingerprint: str
    scopes: list[str]
    resource_grants: list[ResourceGrant] | None
    state: str
    expires_at: datetime.datetime | None
    last_used_at: datetime.datetime | None
    rotated_from: None | UUID
    retires_at: datetime.datetime | None
    revoked_at: datetime.datetime | None
    created_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        kind = self.kind

        name = self.name

        display_prefix = self.display_prefix

        fingerprint = self.fingerprint

        scopes = self.scopes

        resource_grants: list[dict[str, Any]] | None
        if isinstance(self.resource_grants, list):
            resource_grants = []
            for resource_grants_type_0_item_data in self.resource_grants:
                resource_grants_type_0_item = resource_grants_type_0_item_data.to_dict()
                resource_grants.append(resource_grants_type_0_item)

        else:
            resource_grants = self.resource_grants

        state = self.state

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        last_used_at: None | str
        if isinstance(self.last_used_at, datetime.datetime):
            last_used_at = self.last_used_at.isoformat()
        else:
            last_used_at = self.last_used_at

        rotated_from: None | str
        if isinstance(self.rotated_from, UUID):
            rotated_from = str(self.rotated_from)
        else:
            rotated_from = self.rotated_from

        retires_at: None | str
        if isinstance(self.retires_at, datetime.datetime):
            retires_at = self.retires_at.isoformat()
        else:
            retires_at = self.retires_at

        revoked_at: None | str
        if isinstance(self.revoked_at, datetime.datetime):
            revoked_at = self.revoked_at.isoformat()
        else:
            revoked_at = self.revoked_at

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "kind": kind,
                "name": name,
                "display_prefix": display_prefix,
                "fingerprint": fingerprint,
                "scopes": scopes,
                "resource_grants": resource_grants,
                "state": state,
                "expires_at": expires_at,
                "last_used_at": last_used_at,
                "rotated_from": rotated_from,
                "retires_at": retires_at,
                "revoked_at": revoked_at,
                "created_at": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.resource_grant import ResourceGrant

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        kind = d.pop("kind")

        name = d.pop("name")

        display_prefix = d.pop("display_prefix")

        fingerprint = d.pop("fingerprint")

        scopes = cast(list[str], d.pop("scopes"))

        def _parse_resource_grants(data: object) -> list[ResourceGrant] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                resource_grants_type_0 = []
                _resource_grants_type_0 = data
                for resource_grants_type_0_item_data in _resource_grants_type_0:
                    resource_grants_type_0_item = ResourceGrant.from_dict(
                        resource_grants_type_0_item_data
                    )

                    resource_grants_type_0.append(resource_grants_type_0_item)

                return resource_grants_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ResourceGrant] | None, data)

        resource_grants = _parse_resource_grants(d.pop("resource_grants"))

        state = d.pop("state")

        def _parse_expires_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                expires_at_type_0 = datetime.datetime.fromisoformat(data)

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        expires_at = _parse_expires_at(d.pop("expires_at"))

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

        def _parse_rotated_from(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                rotated_from_type_0 = UUID(data)

                return rotated_from_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        rotated_from = _parse_rotated_from(d.pop("rotated_from"))

        def _parse_retires_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                retires_at_type_0 = datetime.datetime.fromisoformat(data)

                return retires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        retires_at = _parse_retires_at(d.pop("retires_at"))

        def _parse_revoked_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                revoked_at_type_0 = datetime.datetime.fromisoformat(data)

                return revoked_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        revoked_at = _parse_revoked_at(d.pop("revoked_at"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        api_key = cls(
            id=id,
            kind=kind,
            name=name,
            display_prefix=display_prefix,
            fingerprint=fingerprint,
            scopes=scopes,
            resource_grants=resource_grants,
            state=state,
            expires_at=expires_at,
            last_used_at=last_used_at,
            rotated_from=rotated_from,
            retires_at=retires_at,
            revoked_at=revoked_at,
            created_at=created_at,
        )

        api_key.additional_properties = d
        return api_key

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
