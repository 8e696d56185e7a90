from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.delivery_links import DeliveryLinks
    from ..models.delivery_retry import DeliveryRetry


T = TypeVar("T", bound="WebhookDelivery")


@_attrs_define
class WebhookDelivery:
    """The delivery of one event to one subscription.

    Attributes:
        id (UUID):
        subscription_id (UUID):
        event_id (UUID): The event, the same in all its deliveries and redeliveries.
        event_kind (str): The kind of the event, such as `version.published`.
        subject_id (UUID): The id of the entity that the event is about, as `subject.id` in the body.
        redelivery_of (None | UUID): The original delivery. Null unless this one repeats another.
        delivery_status (str): Known values: `cancelled`, `delivering`, `exhausted`, `pending`, `retrying`, `succeeded`.
            Expect others.
        attempt_count (int): The number of attempts until now.
        next_attempt_at (datetime.datetime | None): The time of the next attempt. During an attempt, when it counts as
            lost. Null after the end.
        last_response_status (int | None): The status of the last response. Null before the first attempt, and if there
            was no response.
        last_failure (None | str): The failure of the last attempt. Null before the first one, and after a success.
        latency_ms (int | None): The duration of the last attempt in milliseconds. Null before the first one.
        response_snippet (None | str): The beginning of the last response, without control characters and markup. Null
            without a response or a body.
        retry (DeliveryRetry):
        links (DeliveryLinks):
        occurred_at (datetime.datetime): When the change that caused the event was made.
        created_at (datetime.datetime): When the delivery was queued.
        updated_at (datetime.datetime): When the delivery last changed, for example by an attempt.
    """

    id: UUID
    subscription_id: UUID
    event_id: UUID
    event_kind: str
    subject_id: UUID
    redelivery_of: None | UUID
    delivery_status: str
    attempt_count: int
    next_attempt_at: datetime.datetime | None
    last_response_status: int | None
    last_failure: None | str
    latency_ms: int | None
    response_snippet: None | str
    retry: DeliveryRetry
    links: DeliveryLinks
    occurred_at: datetime.datetime
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        subscription_id = str(self.subscription_id)

        event_id = str(self.event_id)

        event_kind = self.event_kind

        subject_id = str(self.subject_id)

        redelivery_of: None | str
        if isinstance(self.redelivery_of, UUID):
            redelivery_of = str(self.redelivery_of)
        else:
            redelivery_of = self.redelivery_of

        delivery_status = self.delivery_status

        attempt_count = self.attempt_count

        next_attempt_at: None | str
        if isinstance(self.next_attempt_at, datetime.datetime):
            next_attempt_at = self.next_attempt_at.isoformat()
        else:
            next_attempt_at = self.next_attempt_at

        last_response_status: int | None
        last_response_status = self.last_response_status

        last_failure: None | str
        last_failure = self.last_failure

        latency_ms: int | None
        latency_ms = self.latency_ms

        response_snippet: None | str
        response_snippet = self.response_snippet

        retry = self.retry.to_dict()

        links = self.links.to_dict()

        occurred_at = self.occurred_at.isoformat()

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "subscription_id": subscription_id,
                "event_id": event_id,
                "event_kind": event_kind,
                "subject_id": subject_id,
                "redelivery_of": redelivery_of,
                "delivery_status": delivery_status,
                "attempt_count": attempt_count,
                "next_attempt_at": next_attempt_at,
                "last_response_status": last_response_status,
                "last_failure": last_failure,
                "latency_ms": latency_ms,
                "response_snippet": response_snippet,
                "retry": retry,
                "links": links,
                "occurred_at": occurred_at,
                "created_at": created_at,
                "updated_at": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.delivery_links import DeliveryLinks
        from ..models.delivery_retry import DeliveryRetry

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        subscription_id = UUID(d.pop("subscription_id"))

        event_id = UUID(d.pop("event_id"))

        event_kind = d.pop("event_kind")

        subject_id = UUID(d.pop("subject_id"))

        def _parse_redelivery_of(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                redelivery_of_type_0 = UUID(data)

                return redelivery_of_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        redelivery_of = _parse_redelivery_of(d.pop("redelivery_of"))

        delivery_status = d.pop("delivery_status")

        attempt_count = d.pop("attempt_count")

        def _parse_next_attempt_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                next_attempt_at_type_0 = datetime.datetime.fromisoformat(data)

                return next_attempt_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        next_attempt_at = _parse_next_attempt_at(d.pop("next_attempt_at"))

        def _parse_last_response_status(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        last_response_status = _parse_last_response_status(d.pop("last_response_status"))

        def _parse_last_failure(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        last_failure = _parse_last_failure(d.pop("last_failure"))

        def _parse_latency_ms(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        latency_ms = _parse_latency_ms(d.pop("latency_ms"))

        def _parse_response_snippet(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        response_snippet = _parse_response_snippet(d.pop("response_snippet"))

        retry = DeliveryRetry.from_dict(d.pop("retry"))

        links = DeliveryLinks.from_dict(d.pop("links"))

        occurred_at = datetime.datetime.fromisoformat(d.pop("occurred_at"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        webhook_delivery = cls(
            id=id,
            subscription_id=subscription_id,
            event_id=event_id,
            event_kind=event_kind,
            subject_id=subject_id,
            redelivery_of=redelivery_of,
            delivery_status=delivery_status,
            attempt_count=attempt_count,
            next_attempt_at=next_attempt_at,
            last_response_status=last_response_status,
            last_failure=last_failure,
            latency_ms=latency_ms,
            response_snippet=response_snippet,
            retry=retry,
            links=links,
            occurred_at=occurred_at,
            created_at=created_at,
            updated_at=updated_at,
        )

        webhook_delivery.additional_properties = d
        return webhook_delivery

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
