import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';

/** The changes of a subscription by its owner. */
type WebhookChange = 'created' | 'updated' | 'rotated' | 'enabled' | 'disabled' | 'deleted';

/**
 * Writes the audit line of a change. It contains only the host of the URL, because the rest may be
 * a secret between its owner and the receiver.
 */
export function recordWebhook(
  tx: Tx,
  ctx: RequestContext,
  { id, url }: { readonly id: string; readonly url: string },
  change: WebhookChange,
  data: Prisma.InputJsonObject = {},
): Promise<void> {
  return audit(tx, ctx, {
    action: `webhook.${change}`,
    targetKind: 'webhook_subscription',
    targetId: id,
    data: { host: new URL(url).hostname, ...data },
  });
}
