import type { Tx } from '../../../../platform/database/connect.js';
import { Prisma } from '../../../../platform/database/generated/client.js';
import type { RequestContext } from '../../../../request/context.js';
import { requireUninvolved } from '../../../collaboration/index.js';

/** Requires that the moderator is not involved in the upload; see `requireUninvolved`. */
export async function requireOthersUpload(ctx: RequestContext, tx: Tx, id: string): Promise<void> {
  await requireUninvolved(
    ctx,
    tx,
    Prisma.sql`select mod_id, user_id, created_at from upload_sessions where id = ${id}::uuid`,
  );
}
