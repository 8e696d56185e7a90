import type { Tx } from '../../../platform/database/connect.js';
import type { WebhookSubscriptionModel } from '../../../platform/database/generated/models.js';
import { LIFECYCLES } from '../../../registry/states.js';
import { lockCaller, requireUser } from '../../../request/authorize.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { missing } from '../../../request/missing.js';
import { transact } from '../../../request/transact.js';
import { revisionOf, stale } from '../../../request/validator.js';
import { applicationOf } from '../../../request/viewer.js';
import { cancelDeliveries, lastingCredential } from '../../identity/index.js';
import { presentSubscription, readOwnSubscription } from './read-subscriptions.js';
import { recordWebhook } from './record-webhook.js';
import { requireActiveQuota } from './require-quota.js';
import { checkedTarget } from './target.js';
import {
  type UpdateWebhookSubscriptionInput,
  updateWebhookSchema,
  type WebhookSubscription,
} from './webhook.type.js';

/**
 * Enables or disables a subscription that its caller has locked and that is in the other state.
 * Throws `invalid_state` with the limit that enabling would exceed.
 */
async function switchSubscription(
  tx: Tx,
  ctx: RequestContext,
  subscription: WebhookSubscriptionModel,
  enabled: boolean,
): Promise<void> {
  const { id } = subscription;
  const { enable, disable } = LIFECYCLES.webhookSubscription.events;
  if (!enabled) {
    const data = { state: disable.to, exhaustedInARow: 0, disabledReason: 'owner' as const };
    await tx.webhookSubscription.update({ where: { id }, data });
    await cancelDeliveries(tx, [id], ctx.platform.clock.now());
    return;
  }
  await requireActiveQuota(tx, subscription);
  const data = { state: enable.to, exhaustedInARow: 0, disabledReason: null };
  await tx.webhookSubscription.update({ where: { id }, data });
  // Events from the time when it was disabled may not be fanned out yet.
  await tx.$executeRaw`
    update webhook_subscriptions set since = pg_current_snapshot() where id = ${id}::uuid`;
}

/** The requested values. An undefined value stays unchanged; a null description clears it. */
interface Wanted {
  readonly url?: string | undefined;
  readonly eventKinds?: readonly string[] | undefined;
  readonly description?: string | null | undefined;
  readonly enabled?: boolean | undefined;
}

/**
 * The values that differ from the locked row. A missing value stays; a null description clears it.
 */
interface Changes {
  readonly url?: string;
  readonly eventKinds?: string[];
  readonly description?: string | null;
}

/**
 * Changes a subscription of the viewer, and enables or disables it. An empty change writes nothing.
 * An enabled subscription starts without failures and receives events committed afterwards.
 * Disabling cancels its waiting and running deliveries. After a change of the URL, waiting
 * deliveries go to the new one.
 *
 * The change also decides whose end disables the subscription later:
 * - A token or key that changes the URL or the events, or enables the subscription, becomes its
 *   credential (its successor if it was rotated). The end of the credential then disables it.
 * - A browser session that changes the URL or enables the subscription removes this credential,
 *   because the user has decided about the receiver. Then the end of the user's sessions disables
 *   it.
 * - An access token of an application leaves the credential unchanged.
 * - After a token, key or application changes the URL, the end of the user's sessions no longer
 *   disables the subscription.
 *
 * `expectedEtag` is the validator that the caller saw; null skips the comparison. Throws
 * `invalid_input`, `not_found`, `gone`, `resource_scope_denied`, `precondition_failed`,
 * `unauthorized`, `account_blocked`, and `invalid_state` with the limit that enabling would exceed.
 */
export async function updateSubscription(
  ctx: RequestContext,
  id: string,
  input: UpdateWebhookSubscriptionInput,
  expectedEtag: string | null,
): Promise<WebhookSubscription> {
  const known = await readOwnSubscription(ctx, id);
  if (expectedEtag !== null) requireRevision(known, expectedEtag);
  const wanted = await wantedOf(ctx, input);
  const row = await transact(ctx, async (tx) => {
    await lockCaller(tx, ctx);
    const locked = await lockSubscription(tx, ctx, id);
    if (expectedEtag !== null) requireRevision(locked, expectedEtag);
    return change(tx, ctx, locked, wanted);
  });
  return presentSubscription(ctx.platform, row);
}

/** Validates the input, including the target of a new URL. Throws `invalid_input`. */
async function wantedOf(
  ctx: RequestContext,
  input: UpdateWebhookSubscriptionInput,
): Promise<Wanted> {
  const { url, eventKinds, description, enabled } = checked(updateWebhookSchema, input);
  return {
    url: url === undefined ? undefined : await checkedTarget(ctx.platform, url),
    eventKinds: eventKinds && [...new Set(eventKinds)],
    description,
    enabled,
  };
}

/** Throws `precondition_failed` with the current ETag. */
function requireRevision({ id, revision }: WebhookSubscriptionModel, expectedEtag: string): void {
  if (revisionOf(id, expectedEtag) !== revision) throw stale(id, revision);
}

/**
 * Locks a subscription. A delivery takes the same lock before it records a success or its last
 * failure, so neither is counted during the change. Throws `not_found`, `gone`.
 */
async function lockSubscription(
  tx: Tx,
  ctx: RequestContext,
  id: string,
): Promise<WebhookSubscriptionModel> {
  const found = await tx.$queryRaw<unknown[]>`
    select 1 from webhook_subscriptions where id = ${id}::uuid and state <> 'deleted'
    for no key update`;
  if (found.length === 0) throw await missing(ctx, id, 'not_found', tx);
  return tx.webhookSubscription.findUniqueOrThrow({ where: { id } });
}

async function change(
  tx: Tx,
  ctx: RequestContext,
  locked: WebhookSubscriptionModel,
  wanted: Wanted,
): Promise<WebhookSubscriptionModel> {
  const changes = changesOf(locked, wanted);
  const fields = Object.keys(changes);
  const { enabled } = wanted;
  const isSwitched = enabled !== undefined && enabled !== (locked.state === 'active');
  if (fields.length === 0 && !isSwitched) return locked;
  if (isSwitched) await switchSubscription(tx, ctx, locked, enabled);
  const decides = { ...changes, isEnabled: isSwitched && enabled };
  const changed = await tx.webhookSubscription.update({
    where: { id: locked.id },
    data: {
      ...changes,
      ...(await endOf(tx, ctx, decides)),
      revision: { increment: 1 },
      updatedAt: ctx.platform.clock.now(),
    },
  });
  if (fields.length > 0) await recordWebhook(tx, ctx, changed, 'updated', { fields });
  if (isSwitched) await recordWebhook(tx, ctx, changed, enabled ? 'enabled' : 'disabled');
  return changed;
}

function changesOf(locked: WebhookSubscriptionModel, wanted: Wanted): Changes {
  const { url, eventKinds, description } = wanted;
  const isSame = eventKinds?.toSorted().join() === locked.eventKinds.toSorted().join();
  return {
    ...(url === undefined || url === locked.url ? {} : { url }),
    ...(eventKinds === undefined || isSame ? {} : { eventKinds: [...eventKinds] }),
    ...(description === undefined || description === locked.description ? {} : { description }),
  };
}

/**
 * Returns the columns that say whose end disables a subscription from now on: `credentialId` for a
 * token or key, `byPerson` for the user's sessions. A column that stays the same is missing.
 */
async function endOf(
  tx: Tx,
  ctx: RequestContext,
  { url, eventKinds, isEnabled }: Changes & { readonly isEnabled: boolean },
): Promise<{ readonly credentialId?: string | null; readonly byPerson?: boolean }> {
  if (url === undefined && eventKinds === undefined && !isEnabled) return {};
  const credentialId = await lastingCredential(tx, ctx);
  const isPerson = credentialId === null && applicationOf(requireUser(ctx)) === null;
  if (isPerson) return url !== undefined || isEnabled ? { credentialId, byPerson: true } : {};
  return {
    ...(credentialId === null ? {} : { credentialId }),
    ...(url === undefined ? {} : { byPerson: false }),
  };
}
