import { Prisma } from '../../../platform/database/generated/client.js';
import type { DeliveryState } from '../../../platform/database/generated/enums.js';
import { API_ADDRESSES } from '../../../registry/addresses.js';
import { type DeliveredKind, scopeOf, subjectOf } from '../../../registry/events.js';
import { LIMITS } from '../../../registry/limits.js';
import { satisfiesScope } from '../../../registry/scopes.js';
import { isFinal, LIFECYCLES } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import type { DeliveryFailure, WebhookDelivery } from './delivery.type.js';
import { type DeliveredEvent, eventBody } from './event-delivery.js';

/**
 * A delivery `d` with its event `e`, as read with `DELIVERY_COLUMNS`. The `last…` columns are null
 * before the first attempt. `nextAttemptAt` is null after the end, and `redeliveryOfId` for an
 * original delivery.
 */
export interface DeliveryRow extends DeliveredEvent {
  readonly subscriptionId: string;
  readonly redeliveryOfId: string | null;
  readonly state: DeliveryState;
  readonly attemptCount: number;
  readonly nextAttemptAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastFailure: DeliveryFailure | null;
  readonly lastLatencyMs: number | null;
  readonly lastSnippet: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The columns of a `DeliveryRow`, for a delivery `d` joined with its event `e`. */
export const DELIVERY_COLUMNS = Prisma.sql`d.id, d.subscription_id as "subscriptionId",
  d.event_id as "eventId", e.kind as "eventKind", e.subject_id as "subjectId", e.mod_id as "modId", e.data,
  d.redelivery_of_id as "redeliveryOfId", d.state::text, d.attempt_count as "attemptCount",
  d.next_attempt_at as "nextAttemptAt", d.last_status as "lastStatus",
  d.last_failure as "lastFailure", d.last_latency_ms as "lastLatencyMs",
  d.last_snippet as "lastSnippet", e.occurred_at as "occurredAt", d.created_at as "createdAt",
  d.updated_at as "updatedAt"`;

/**
 * A delivery for the owner of its subscription (Spec 2.12). `payload` is null before the first
 * attempt, and for a credential that may not read the subjects of this kind. Such a credential
 * still gets the id and the link of the subject.
 */
export function presentDelivery(ctx: RequestContext, row: DeliveryRow): WebhookDelivery {
  const { id, state, attemptCount, nextAttemptAt } = row;
  const { publicUrl } = ctx.platform;
  const subject = subjectPath(row);
  const maxAttempts = LIMITS.webhookAttempts;
  return {
    id,
    subscriptionId: row.subscriptionId,
    redeliveryOfId: row.redeliveryOfId,
    eventId: row.eventId,
    eventKind: row.eventKind,
    subjectId: row.subjectId,
    deliveryStatus: state,
    attemptCount,
    nextAttemptAt,
    lastResponseStatus: row.lastStatus,
    lastFailure: row.lastFailure,
    latencyMs: row.lastLatencyMs,
    responseSnippet: row.lastSnippet,
    // Before an attempt it is not certain that the owner may still see the event.
    payload: attemptCount > 0 && mayRead(ctx, row.eventKind) ? eventBody(row) : null,
    retry: {
      retryable: !isFinal(LIFECYCLES.webhookDelivery, state) && attemptCount < maxAttempts,
      attempt: attemptCount,
      maxAttempts,
      nextAttemptAt,
    },
    links: {
      subject: subject === null ? null : `${publicUrl}${subject}`,
      redeliver: `${publicUrl}${API_ADDRESSES.redelivery(id)}`,
    },
    occurredAt: row.occurredAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Whether the credential of the caller reads the subjects of a kind of events. */
function mayRead({ viewer }: RequestContext, kind: DeliveredKind): boolean {
  const scope = scopeOf(kind);
  return (
    scope === null || (viewer.kind === 'user' && satisfiesScope(viewer.credential.scopes, scope))
  );
}

/** The API path of an event's subject; null if it has none. */
function subjectPath({ eventKind, subjectId, modId }: DeliveryRow): string | null {
  switch (subjectOf(eventKind)) {
    case 'Mod':
      return API_ADDRESSES.mod(subjectId);
    case 'ModVersion':
      return modId === null ? null : API_ADDRESSES.modVersion(modId, subjectId);
    case 'Artifact':
      return API_ADDRESSES.artifact(subjectId);
    case 'UploadSession':
      return API_ADDRESSES.upload(subjectId);
    case 'User':
      return API_ADDRESSES.me();
    default:
      return null;
  }
}
