import type { Tx } from '../../platform/database/connect.js';
import type { Prisma } from '../../platform/database/generated/client.js';
import type { WebhookSubscriptionModel } from '../../platform/database/generated/models.js';
import { LIFECYCLES, sources } from '../../registry/states.js';
import { requireUser } from '../../request/authorize.js';
import { checked } from '../../request/checked.js';
import type { RequestContext } from '../../request/context.js';
import { holdCaller } from '../../request/hold-caller.js';
import { missing } from '../../request/missing.js';
import { transact } from '../../request/transact.js';
import type { UserViewer } from '../../request/viewer.js';
import { cancelDeliveries } from '../subscriptions/index.js';
import { checkedTarget } from './checked-target.js';
import { applicationOf, endingWith } from './of-application.js';
import { readOwnSubscription } from './own-subscription.js';
import { presentSubscription } from './present-subscription.js';
import { recordWebhook } from './record-webhook.js';
import {
  type UpdateWebhookSubscriptionInput,
  updateWebhookSchema,
  type WebhookSwitch,
} from './webhook.input.js';
import type { WebhookSubscription } from './webhook.type.js';

const EVENTS_OF = { active: 'enable', disabled: 'disable' } as const;

/**
 * Changes what is given of a subscription, and switches it on or off; what it is already, it stays.
 * Switched on, it begins with no failures and hears of what is
 * committed after it; switched off, what waits is cancelled. What waits goes to
 * the new address. A token or key that changes the address or the events, or enables it, makes it
 * end with itself. A browser session that changes the address or enables it makes it end with none.
 * Throws `invalid_input`, `not_found`, `gone`, `resource_scope_denied`.
 */
export async function updateSubscription(
  ctx: RequestContext,
  id: string,
  input: UpdateWebhookSubscriptionInput,
): Promise<WebhookSubscription> {
  const known = await readOwnSubscription(ctx, id);
  const { state, url, eventKinds, description } = checked(updateWebhookSchema, input);
  const data: Prisma.WebhookSubscriptionUpdateManyMutationInput = {
    ...(url === undefined ? {} : { url: await checkedTarget(ctx.platform, url) }),
    ...(eventKinds === undefined ? {} : { eventKinds: [...new Set(eventKinds)] }),
    ...(description === undefined ? {} : { description }),
  };
  const fields = Object.keys(data);
  const row = await transact(ctx, async (tx) => {
    await holdCaller(tx, ctx);
    const touched = { ...data, revision: { increment: 1 }, updatedAt: ctx.platform.clock.now() };
    const standing = { id, state: { not: 'deleted' as const } };
    const { count } = await tx.webhookSubscription.updateMany({ where: standing, data: touched });
    if (count === 0) throw await missing(ctx, id, 'not_found', tx);
    const isSwitched = state !== undefined && (await turn(tx, ctx, id, state));
    const decides = { ...data, isEnabled: isSwitched && state === 'active' };
    await noteCredential(tx, requireUser(ctx), known, decides);
    const changed = await tx.webhookSubscription.findUniqueOrThrow({ where: { id } });
    if (fields.length > 0 || !isSwitched) {
      await recordWebhook(tx, ctx, changed, 'updated', { fields });
    }
    if (isSwitched) {
      await recordWebhook(tx, ctx, changed, state === 'active' ? 'enabled' : 'disabled');
    }
    return changed;
  });
  return presentSubscription(ctx.platform, row);
}

/** Changes of a request that decide where deliveries go. */
interface Deciding {
  readonly url?: unknown;
  readonly eventKinds?: unknown;
  readonly isEnabled: boolean;
}

/**
 * Notes the credential that a subscription ends with from now on. For a token the values count as
 * changed if they are given at all: another request may have changed them in between.
 */
async function noteCredential(
  tx: Tx,
  viewer: UserViewer,
  known: Pick<WebhookSubscriptionModel, 'id' | 'url'>,
  { url, eventKinds, isEnabled }: Deciding,
): Promise<void> {
  const endsWith = endingWith(viewer);
  const isGiven = url !== undefined || eventKinds !== undefined || isEnabled;
  const isDecided = (url !== undefined && url !== known.url) || isEnabled;
  const isPerson = endsWith === null && applicationOf(viewer) === null;
  if (!(isPerson ? isDecided : isGiven && endsWith !== null)) return;
  await tx.webhookSubscription.updateMany({
    where: { id: known.id },
    data: { credentialId: endsWith },
  });
}

async function turn(
  tx: Tx,
  ctx: RequestContext,
  id: string,
  state: WebhookSwitch,
): Promise<boolean> {
  const event = EVENTS_OF[state];
  const { count } = await tx.webhookSubscription.updateMany({
    where: { id, state: { in: sources(LIFECYCLES.webhookSubscription, event) } },
    data: {
      ...{ state: LIFECYCLES.webhookSubscription.events[event].to, exhaustedInARow: 0 },
      disabledReason: state === 'disabled' ? 'owner' : null,
    },
  });
  if (count > 0 && state === 'active') {
    // What happened while it was off may not have been handed on yet.
    await tx.$executeRaw`
      update webhook_subscriptions set since = pg_current_snapshot() where id = ${id}::uuid`;
  }
  if (count > 0 && state === 'disabled') await cancelDeliveries(tx, [id], ctx.platform.clock.now());
  return count > 0;
}
