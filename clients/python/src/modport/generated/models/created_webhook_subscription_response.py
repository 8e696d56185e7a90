from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.created_webhook_subscription import CreatedWebhookSubscription


T = TypeVar("T", bound="CreatedWebhookSubscriptionResponse")


@_attrs_define
class CreatedWebhookSubscriptionResponse:
    """
    Attributes:
        data (CreatedWebhookSubscription):
    """

    data: CreatedWebhookSubscription
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        data = self.data.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "data": data,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.created_webhook_subscription import CreatedWebhookSubscription

        d = dict(src_dict)
        data = CreatedWebhookSubscription.from_dict(d.pop("data"))

        created_webhook_subscription_response = cls(
            data=data,
        )

        created_webhook_subscription_response.additional_properties = d
        return created_webhook_subscription_response

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
