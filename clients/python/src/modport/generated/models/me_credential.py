from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.resource_grant import ResourceGrant


T = TypeVar("T", bound="MeCredential")


@_attrs_define
class MeCredential:
    """
    Attributes:
        kind (str): Known values: `account_key`, `agent`, `api_key`, `oauth`, `operator`, `pat`, `session`,
            `trusted_publisher`. Expect others.
        id (UUID):
        client_id (None | str): The OAuth application that sends the request; null for other credentials.
        scopes (list[str]):
        resource_grants (list[ResourceGrant] | None): The mods that the credential covers. An empty list means none;
            null means all mods of its user.
        expires_at (datetime.datetime | None): When the credential expires. Null if it does not.
        last_used_at (datetime.datetime | None): The last use before this request. Null for the first use, and for
            credentials other than personal tokens and keys.
    """

    kind: str
    id: UUID
    client_id: None | str
    scopes: list[str]
    resource_grants: list[ResourceGrant] | None
    expires_at: datetime.datetime | None
    last_used_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind = self.kind

        id = str(self.id)

        client_id: None | str
        client_id = self.client_id

        scopes = self.scopes

        resource_grants: list[dict[str, Any]] | None
        if isinstance(self.resource_grants, list):
            resource_grants = []
            for resource_grants_type_0_item_data in self.resource_grants:
                resource_grants_type_0_item = resource_grants_type_0_item_data.to_dict()
                resource_grants.append(resource_grants_type_0_item)

        else:
            resource_grants = self.resource_grants

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

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "id": id,
                "client_id": client_id,
                "scopes": scopes,
                "resource_grants": resource_grants,
                "expires_at": expires_at,
                "last_used_at": last_used_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.resource_grant import ResourceGrant

        d = dict(src_dict)
        kind = d.pop("kind")

        id = UUID(d.pop("id"))

        def _parse_client_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        client_id = _parse_client_id(d.pop("client_id"))

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

        me_credential = cls(
            kind=kind,
            id=id,
            client_id=client_id,
            scopes=scopes,
            resource_grants=resource_grants,
            expires_at=expires_at,
            last_used_at=last_used_at,
        )

        me_credential.additional_properties = d
        return me_credential

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
