import { createGather } from '../../../platform/database/gather.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { PREPARED } from '../../../platform/database/queries.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { isKnownToAll } from '../../collaboration/index.js';
import type { ModHead } from './present-mod.js';

const headById = createGather<ModHead>(
  (ids) => Prisma.sql`${PREPARED}
    select id, state::text, revision, snapshot_revision as "snapshotRevision",
      downloads_count as "downloadsCount"
    from mods where id = any(${ids}::uuid[]) and state <> 'deleted'`,
);

/**
 * Reads the head of a mod that every caller may see, in one statement with those of other requests.
 * Throws `not_found` for an unknown or hidden mod, `gone` for a deleted one.
 */
export async function readPublicHead(ctx: RequestContext, modId: string): Promise<ModHead> {
  if (!isId(modId)) throw problem('not_found');
  const head = await headById(ctx.platform.db, modId);
  if (!head || !isKnownToAll(head.state)) throw await missing(ctx, modId, 'not_found');
  return head;
}
