import { EVENTS, type EventKind } from '../../../registry/events.js';

/** The version of the envelope; another one would be a breaking change. */
const SPEC_VERSION = '1.0';
/** The version of `data` for all kinds. New members do not change it. */
const DATA_VERSION = 1;

/** An event and its delivery. */
export interface DeliveredEvent {
  readonly id: string;
  readonly eventId: string;
  readonly eventKind: EventKind;
  readonly subjectId: string;
  readonly modId: string | null;
  readonly data: unknown;
  readonly occurredAt: Date;
}

/** The body of a delivery, identical at each attempt (Spec 6): ids and states, no secrets. */
export function eventBody(event: DeliveredEvent): string {
  return JSON.stringify({
    spec_version: SPEC_VERSION,
    event_id: event.eventId,
    delivery_id: event.id,
    type: event.eventKind,
    version: DATA_VERSION,
    occurred_at: event.occurredAt.toISOString(),
    subject: { type: EVENTS[event.eventKind].subject, id: event.subjectId, mod_id: event.modId },
    data: event.data,
  });
}
