from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.event_kind_input import EventKindInput, check_event_kind_input
from ..types import UNSET, Unset

T = TypeVar("T", bound="UpdateWebhookSubscriptionInput")


@_attrs_define
class UpdateWebhookSubscriptionInput:
    """
    Attributes:
        description (None | str | Unset): Null clears it.
        enabled (bool | Unset): False stops deliveries and cancels waiting ones. True delivers new events from now on
            and resets the count of failed deliveries.
        event_kinds (list[EventKindInput] | Unset): Replaces all previous kinds.
        url (str | Unset): Checked as for a new subscription. Waiting deliveries go to the new URL.
    """

    description: None | str | Unset = UNSET
    enabled: bool | Unset = UNSET
    event_kinds: list[EventKindInput] | Unset = UNSET
    url: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        enabled = self.enabled

        event_kinds: list[str] | Unset = UNSET
        if not isinstance(self.event_kinds, Unset):
            event_kinds = []
            for event_kinds_item_data in self.event_kinds:
                event_kinds_item: str = event_kinds_item_data
                event_kinds.append(event_kinds_item)

        url = self.url

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if description is not UNSET:
            field_dict["description"] = description
        if enabled is not UNSET:
            field_dict["enabled"] = enabled
        if event_kinds is not UNSET:
            field_dict["event_kinds"] = event_kinds
        if url is not UNSET:
            field_dict["url"] = url

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        enabled = d.pop("enabled", UNSET)

        _event_kinds = d.pop("event_kinds", UNSET)
        event_kinds: list[EventKindInput] | Unset = UNSET
        if _event_kinds is not UNSET:
            event_kinds = []
            for event_kinds_item_data in _event_kinds:
                event_kinds_item = check_event_kind_input(event_kinds_item_data)

                event_kinds.append(event_kinds_item)

        url = d.pop("url", UNSET)

        update_webhook_subscription_input = cls(
            description=description,
            enabled=enabled,
            event_kinds=event_kinds,
            url=url,
        )

        return update_webhook_subscription_input
