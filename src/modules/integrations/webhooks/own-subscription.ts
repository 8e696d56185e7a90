import { Prisma } from '../../../platform/database/generated/client.js';
import type { WebhookSubscriptionModel } from '../../../platform/database/generated/models.js';
import { problem } from '../../../registry/errors.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import type { UserViewer } from '../../../request/viewer.js';
import { isKnown } from './of-application.js';

/**
 * An existing subscription of the viewer. Throws `not_found` if it is unknown or belongs to another
 * user or application, and `gone` if it was deleted. Throws `resource_scope_denied` if it has more
 * mods than the credential covers.
 */
export async function readOwnSubscription(
  ctx: RequestContext,
  id: string,
): Promise<WebhookSubscriptionModel> {
  const viewer = requireUser(ctx);
  if (!isId(id)) throw problem('not_found');
  const row = await ctx.platform.db.webhookSubscription.findFirst({
    where: { id, ownerId: viewer.userId },
  });
  if (row && !isKnown(viewer, row)) throw problem('not_found');
  if (!row || row.state === 'deleted') throw await missing(ctx, id);
  requireReach(viewer, row);
  return row;
}

/** Throws `resource_scope_denied` if a subscription has more mods than the credential covers. */
export function requireReach(
  { credential }: UserViewer,
  subscription: Pick<WebhookSubscriptionModel, 'limited' | 'modIds'>,
): void {
  const { modIds } = credential;
  if (modIds === null) return;
  if (subscription.limited && subscription.modIds.every((id) => modIds.includes(id))) return;
  throw problem('resource_scope_denied');
}

/** For lists: empty, or the condition that the credential covers all of subscription `s`. */
export function withinReach({ credential }: UserViewer): Prisma.Sql {
  const { modIds } = credential;
  return modIds ? Prisma.sql`and s.limited and s.mod_ids <@ ${[...modIds]}::uuid[]` : Prisma.empty;
}
