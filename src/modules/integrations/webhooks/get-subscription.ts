import type { RequestContext } from '../../../request/context.js';
import { readOwnSubscription } from './own-subscription.js';
import { presentSubscription } from './present-subscription.js';
import type { WebhookSubscription } from './webhook.type.js';

/**
 * Returns one subscription of the viewer, without its secret. Throws `not_found`, `gone`,
 * `resource_scope_denied`.
 */
export async function getSubscription(
  ctx: RequestContext,
  id: string,
): Promise<WebhookSubscription> {
  return presentSubscription(ctx.platform, await readOwnSubscription(ctx, id));
}
