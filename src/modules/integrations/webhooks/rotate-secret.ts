import type { Tx } from '../../../platform/database/connect.js';
import { LIMITS } from '../../../registry/limits.js';
import { lockCaller, requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { missing } from '../../../request/missing.js';
import { transact } from '../../../request/transact.js';
import { applicationOf } from '../../../request/viewer.js';
import { lastingCredential } from '../../identity/index.js';
import { presentSubscription, readOwnSubscription } from './read-subscriptions.js';
import { recordWebhook } from './record-webhook.js';
import { makeWebhookSecret } from './signing-secret.js';
import type { CreatedWebhookSubscription } from './webhook.type.js';

/**
 * Replaces the secret of a subscription. For one day, deliveries carry signatures with both
 * secrets; after another rotation within that day, with the two newest. Spec 4.9, 6. A token or key
 * that rotates the secret knows it, so the end of that credential then disables the subscription. A
 * session or an application leaves an earlier credential in place. If a session rotated the secret,
 * the end of the user's sessions disables the subscription too. Throws `not_found`, `gone`,
 * `resource_scope_denied`, `unauthorized`, `account_blocked`.
 */
export async function rotateSecret(
  ctx: RequestContext,
  id: string,
): Promise<CreatedWebhookSubscription> {
  await readOwnSubscription(ctx, id);
  const now = ctx.platform.clock.now();
  const secret = makeWebhookSecret(ctx.platform.vault, id);
  const until = new Date(now.getTime() + LIMITS.webhookRotationOverlapSeconds * 1000);
  const rotate = async (tx: Tx) => {
    await lockCaller(tx, ctx);
    const endsWith = await lastingCredential(tx, ctx);
    const isPerson = endsWith === null && applicationOf(requireUser(ctx)) === null;
    // One statement moves the secrets, so that concurrent rotations lose none.
    const count = await tx.$executeRaw`
      update webhook_subscriptions set previous_secret = secret, previous_until = ${until}::timestamptz,
        secret = ${secret.sealed}, credential_id = coalesce(${endsWith}::uuid, credential_id),
        by_person = by_person or ${isPerson},
        revision = revision + 1, updated_at = ${now}::timestamptz
      where id = ${id}::uuid and state <> 'deleted'`;
    if (count === 0) throw await missing(ctx, id, 'not_found', tx);
    const row = await tx.webhookSubscription.findUniqueOrThrow({ where: { id } });
    await recordWebhook(tx, ctx, row, 'rotated');
    return row;
  };
  const row = await transact(ctx, rotate);
  return { ...presentSubscription(ctx.platform, row), secret: secret.text };
}
