import type { Tx } from '../../../platform/database/connect.js';
import { lockCaller, requireUser } from '../../../request/authorize.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { transact } from '../../../request/transact.js';
import { applicationOf } from '../../../request/viewer.js';
import { lastingCredential } from '../../identity/index.js';
import { presentSubscription } from './read-subscriptions.js';
import { recordWebhook } from './record-webhook.js';
import { requireActiveQuota, requireKeptQuota } from './require-quota.js';
import { makeWebhookSecret } from './signing-secret.js';
import { checkedTarget } from './target.js';
import {
  type CreatedWebhookSubscription,
  type CreateWebhookSubscriptionInput,
  createWebhookSchema,
} from './webhook.type.js';

/**
 * Creates a subscription of the viewer. It receives events that are committed afterwards; with a
 * credential limited to some mods, only events of these. The end of the token or key that created
 * it disables it (`lastingCredential`). Only the result contains its secret. Spec 2.12, 4.9. Throws
 * `unauthorized`, `account_blocked`, `invalid_input`, and `invalid_state` with the limit that the
 * viewer reached.
 */
export async function createSubscription(
  ctx: RequestContext,
  input: CreateWebhookSubscriptionInput,
): Promise<CreatedWebhookSubscription> {
  const viewer = requireUser(ctx);
  const { userId, credential } = viewer;
  const values = checked(createWebhookSchema, input);
  const url = await checkedTarget(ctx.platform, values.url);
  const { vault, clock } = ctx.platform;
  const id = newId();
  const now = clock.now();
  const secret = makeWebhookSecret(vault, id);
  const make = async (tx: Tx) => {
    // The account is locked from here on, so that the second of two writes counts the first.
    await lockCaller(tx, ctx);
    const share = { ownerId: userId, clientId: applicationOf(viewer) };
    await requireActiveQuota(tx, share);
    await requireKeptQuota(tx, share);
    const row = await tx.webhookSubscription.create({
      data: {
        ...share,
        id,
        url,
        secret: secret.sealed,
        eventKinds: [...new Set(values.eventKinds)],
        description: values.description ?? null,
        limited: credential.modIds !== null,
        modIds: [...(credential.modIds ?? [])],
        credentialId: await lastingCredential(tx, ctx),
        createdAt: now,
        updatedAt: now,
      },
    });
    await recordWebhook(tx, ctx, row, 'created', { event_kinds: row.eventKinds });
    return row;
  };
  const row = await transact(ctx, make, (made) => made.id);
  return { ...presentSubscription(ctx.platform, row), secret: secret.text };
}
