import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { RequestContext } from '../../../request/context.js';
import { requireUninvolved } from '../../collaboration/index.js';

/**
 * Requires that the viewer has no part in any upload or file with these bytes; see
 * `requireUninvolved`. Call it in the transaction of the decision. Throws `forbidden`.
 */
export async function requireOthersBytes(
  ctx: RequestContext,
  tx: Tx,
  sha256: string,
): Promise<void> {
  await requireUninvolved(
    ctx,
    tx,
    Prisma.sql`
      select s.mod_id, s.user_id, s.created_at from upload_sessions s
      where s.expected_sha256 = ${sha256}
      union all select a.mod_id, v.created_by_id, a.created_at
      from artifacts a join blobs b on b.id = a.blob_id join mod_versions v on v.id = a.version_id
      where b.sha256 = ${sha256}`,
  );
}
