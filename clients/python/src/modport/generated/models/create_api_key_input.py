from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.scope_input import ScopeInput, check_scope_input
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.resource_grant_input import ResourceGrantInput


T = TypeVar("T", bound="CreateApiKeyInput")


@_attrs_define
class CreateApiKeyInput:
    """
    Attributes:
        name (str):
        scopes (list[ScopeInput]): Only scopes that `getApiKeyCapabilities` reports as grantable.
        expires_at (datetime.datetime | None | Unset): At most 366 days ahead. The latest possible time if omitted.
        resource_grants (list[ResourceGrantInput] | None | Unset): The mods that the key covers. None if empty or
            omitted.
    """

    name: str
    scopes: list[ScopeInput]
    expires_at: datetime.datetime | None | Unset = UNSET
    resource_grants: list[ResourceGrantInput] | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        scopes = []
        for scopes_item_data in self.scopes:
            scopes_item: str = scopes_item_data
            scopes.append(scopes_item)

        expires_at: None | str | Unset
        if isinstance(self.expires_at, Unset):
            expires_at = UNSET
        elif isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        resource_grants: list[dict[str, Any]] | None | Unset
        if isinstance(self.resource_grants, Unset):
            resource_grants = UNSET
        elif isinstance(self.resource_grants, list):
            resource_grants = []
            for resource_grants_type_0_item_data in self.resource_grants:
                resource_grants_type_0_item = resource_grants_type_0_item_data.to_dict()
                resource_grants.append(resource_grants_type_0_item)

        else:
            resource_grants = self.resource_grants

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "scopes": scopes,
            }
        )
        if expires_at is not UNSET:
            field_dict["expires_at"] = expires_at
        if resource_grants is not UNSET:
            field_dict["resource_grants"] = resource_grants

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.resource_grant_input import ResourceGrantInput

        d = dict(src_dict)
        name = d.pop("name")

        scopes = []
        _scopes = d.pop("scopes")
        for scopes_item_data in _scopes:
            scopes_item = check_scope_input(scopes_item_data)

            scopes.append(scopes_item)

        def _parse_expires_at(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                expires_at_type_0 = datetime.datetime.fromisoformat(data)

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        expires_at = _parse_expires_at(d.pop("expires_at", UNSET))

        def _parse_resource_grants(
            data: object,
        ) -> list[ResourceGrantInput] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                resource_grants_type_0 = []
                _resource_grants_type_0 = data
                for resource_grants_type_0_item_data in _resource_grants_type_0:
                    resource_grants_type_0_item = ResourceGrantInput.from_dict(
                        resource_grants_type_0_item_data
                    )

                    resource_grants_type_0.append(resource_grants_type_0_item)

                return resource_grants_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ResourceGrantInput] | None | Unset, data)

        resource_grants = _parse_resource_grants(d.pop("resource_grants", UNSET))

        create_api_key_input = cls(
            name=name,
            scopes=scopes,
            expires_at=expires_at,
            resource_grants=resource_grants,
        )

        return create_api_key_input
