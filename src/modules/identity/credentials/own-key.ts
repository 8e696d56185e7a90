import type { CredentialModel } from '../../../platform/database/generated/models.js';
import { problem } from '../../../registry/errors.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';

/**
 * A token or key of the viewer. Throws `not_found` if it is unknown or belongs to another user, and
 * `gone` for the id of a deleted object.
 */
export async function readOwnKey(ctx: RequestContext, id: string): Promise<CredentialModel> {
  const { userId } = requireUser(ctx);
  if (!isId(id)) throw problem('not_found');
  const row = await ctx.platform.db.credential.findFirst({
    where: { id, userId, kind: { in: ['pat', 'api_key'] } },
  });
  if (!row) throw await missing(ctx, id, 'not_found');
  return row;
}
