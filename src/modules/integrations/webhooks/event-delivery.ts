import { createHmac } from 'node:crypto';
import { type DeliveredKind, subjectOf } from '../../../registry/events.js';
import { LIMITS } from '../../../registry/limits.js';

/** The version of the envelope. A new version would be a breaking change. */
const SPEC_VERSION = '1.0';
/** The version of `data` for all kinds. New members do not change it. */
const DATA_VERSION = 1;

/** An event and its delivery. */
export interface DeliveredEvent {
  readonly id: string;
  readonly eventId: string;
  readonly eventKind: DeliveredKind;
  readonly subjectId: string;
  /** Null for an event without a mod, such as one of an account. */
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
    subject: { type: subjectOf(event.eventKind), id: event.subjectId, mod_id: event.modId },
    data: event.data,
  });
}

/**
 * The headers by which a receiver verifies the origin and age of a body (Spec 6): one
 * signature per secret, the newest first. `timestamp` is in Unix seconds; the key is the whole
 * secret with its prefix `whsec_`.
 */
export function signedHeaders(
  deliveryId: string,
  body: string,
  timestamp: number,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const hex = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    return `v1=${hex}`;
  });
  return {
    'X-Service-Signature': signatures.join(','),
    'X-Service-Timestamp': String(timestamp),
    'X-Service-Delivery-Id': deliveryId,
  };
}

/**
 * Texts that look like a secret of the service, a signature or a credential, because a receiver may
 * echo them.
 */
const SECRETS = /\b(?:whsec|mpat|mfak|mfoc)_[\w-]+|\b[0-9a-f]{32,}\b|\bBearer\s+\S+/gi;
/**
 * Matches everything except letters, marks, digits, punctuation, symbols and the space. So it
 * removes controls and characters that change the text direction.
 */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]+/gu;
/** Markup characters, removed so that the text is harmless wherever it is shown. */
const MARKUP = /[<>&"'`]+/g;

/**
 * The beginning of a response (`webhookSnippetCharacters`), sanitized for the owner of a
 * subscription; null if it is empty.
 */
export function snippetOf(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes);
  const shown = text
    .replace(UNPRINTABLE, ' ')
    .replace(SECRETS, '…')
    .replace(MARKUP, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return [...shown].slice(0, LIMITS.webhookSnippetCharacters).join('') || null;
}
