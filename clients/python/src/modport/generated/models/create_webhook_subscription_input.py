from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.event_kind_input import EventKindInput, check_event_kind_input
from ..types import UNSET, Unset

T = TypeVar("T", bound="CreateWebhookSubscriptionInput")


@_attrs_define
class CreateWebhookSubscriptionInput:
    """
    Attributes:
        event_kinds (list[EventKindInput]): The kinds of events to deliver, at least one.
        url (str): A public `https` URL on port 443, without a user name and without a fragment.
        description (None | str | Unset): A note on the purpose of the subscription, for its owner.
    """

    event_kinds: list[EventKindInput]
    url: str
    description: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        event_kinds = []
        for event_kinds_item_data in self.event_kinds:
            event_kinds_item: str = event_kinds_item_data
            event_kinds.append(event_kinds_item)

        url = self.url

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "event_kinds": event_kinds,
                "url": url,
            }
        )
        if description is not UNSET:
            field_dict["description"] = description

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        event_kinds = []
        _event_kinds = d.pop("event_kinds")
        for event_kinds_item_data in _event_kinds:
            event_kinds_item = check_event_kind_input(event_kinds_item_data)

            event_kinds.append(event_kinds_item)

        url = d.pop("url")

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        create_webhook_subscription_input = cls(
            event_kinds=event_kinds,
            url=url,
            description=description,
        )

        return create_webhook_subscription_input
