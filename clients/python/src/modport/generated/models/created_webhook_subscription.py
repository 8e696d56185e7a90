from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.resource_grant import ResourceGrant


T = TypeVar("T", bound="CreatedWebhookSubscription")


@_attrs_define
class CreatedWebhookSubscription:
    """
    Attributes:
        id (UUID):
        url (str):
        event_kinds (list[str]):
        description (None | str): The note on the purpose of the subscription. Null without one.
        state (str): Known values: `active`, `deleted`, `disabled`. Expect others.
        disabled_reason (None | str): Why the subscription is disabled. Null while it is active, and if no reason was
            recorded.
        resource_grants (list[ResourceGrant] | None): The mods whose events are delivered, if a credential limited to
            some mods created the subscription. Null means all mods that the owner may see.
        exhausted_in_a_row (int): The number of consecutive deliveries that failed. The fifth disables the subscription.
        previous_secret_until (datetime.datetime | None): Until then, deliveries are also signed with the previous
            secret. Null if only the present one signs.
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
        secret (str): The key for the signatures of deliveries. Returned only once. Store it now; if you lose it, rotate
            it.
    """

    id: UUID
    url: str
    event_kinds: list[str]
    description: None | str
    state: str
    disabled_reason: None | str
    resource_grants: list[ResourceGrant] | None
    exhausted_in_a_row: int
    previous_secret_until: datetime.datetime | None
    created_at: datetime.datetime
    updated_at: datetime.datetime
    secret: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        url = self.url

        event_kinds = self.event_kinds

        description: None | str
        description = self.description

        state = self.state

        disabled_reason: None | str
        disabled_reason = self.disabled_reason

        resource_grants: list[dict[str, Any]] | None
        if isinstance(self.resource_grants, list):
            resource_grants = []
            for resource_grants_type_0_item_data in self.resource_grants:
                resource_grants_type_0_item = resource_grants_type_0_item_data.to_dict()
                resource_grants.append(resource_grants_type_0_item)

        else:
            resource_grants = self.resource_grants

        exhausted_in_a_row = self.exhausted_in_a_row

        previous_secret_until: None | str
        if isinstance(self.previous_secret_until, datetime.datetime):
            previous_secret_until = self.previous_secret_until.isoformat()
        else:
            previous_secret_until = self.previous_secret_until

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        secret = self.secret

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "url": url,
                "event_kinds": event_kinds,
                "description": description,
                "state": state,
                "disabled_reason": disabled_reason,
                "resource_grants": resource_grants,
                "exhausted_in_a_row": exhausted_in_a_row,
                "previous_secret_until": previous_secret_until,
                "created_at": created_at,
                "updated_at": updated_at,
                "secret": secret,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.resource_grant import ResourceGrant

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        url = d.pop("url")

        event_kinds = cast(list[str], d.pop("event_kinds"))

        def _parse_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        state = d.pop("state")

        def _parse_disabled_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        disabled_reason = _parse_disabled_reason(d.pop("disabled_reason"))

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

        exhausted_in_a_row = d.pop("exhausted_in_a_row")

        def _parse_previous_secret_until(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                previous_secret_until_type_0 = datetime.datetime.fromisoformat(data)

                return previous_secret_until_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        previous_secret_until = _parse_previous_secret_until(d.pop("previous_secret_until"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        secret = d.pop("secret")

        created_webhook_subscription = cls(
            id=id,
            url=url,
            event_kinds=event_kinds,
            description=description,
            state=state,
            disabled_reason=disabled_reason,
            resource_grants=resource_grants,
            exhausted_in_a_row=exhausted_in_a_row,
            previous_secret_until=previous_secret_until,
            created_at=created_at,
            updated_at=updated_at,
            secret=secret,
        )

        created_webhook_subscription.additional_properties = d
        return created_webhook_subscription

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
