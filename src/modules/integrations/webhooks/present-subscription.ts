import type { Clock } from '../../../platform/clock.js';
import type { WebhookSubscriptionModel } from '../../../platform/database/generated/models.js';
import { etagOf } from '../../../request/etag.js';
import { grantsOf } from '../../identity/index.js';
import type { WebhookSubscription } from './webhook.type.js';

/** The public columns of a row, without its secrets. */
export type ShownSubscription = Omit<
  WebhookSubscriptionModel,
  'secret' | 'previousSecret' | 'clientId' | 'ownerId'
>;

/** A subscription for its owner. */
export function presentSubscription(
  { clock }: { readonly clock: Clock },
  row: ShownSubscription,
): WebhookSubscription {
  const { previousUntil } = row;
  return {
    id: row.id,
    url: row.url,
    eventKinds: row.eventKinds,
    description: row.description,
    state: row.state,
    disabledReason: row.state === 'disabled' ? row.disabledReason : null,
    credentialId: row.credentialId,
    resourceGrants: grantsOf(row.limited ? row.modIds : null),
    exhaustedInARow: row.exhaustedInARow,
    previousSecretUntil: previousUntil && previousUntil > clock.now() ? previousUntil : null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    etag: etagOf(row.id, row.revision),
  };
}
