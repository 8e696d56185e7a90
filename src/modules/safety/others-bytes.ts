import type { Tx } from '../../platform/database/connect.js';
import { Prisma } from '../../platform/database/generated/client.js';
import type { UserViewer } from '../../request/viewer.js';
import { requireUninvolved } from '../teams/index.js';

/**
 * Demands that an admin lets bytes pass that others uploaded: no upload and no file of the viewer, or of
 * a team of theirs, has these bytes. Call it in the transaction of the decision. Throws `forbidden`.
 */
export async function requireOthersBytes(
  tx: Tx,
  viewer: UserViewer,
  sha256: string,
): Promise<void> {
  await requireUninvolved(tx, viewer, {
    mods: Prisma.sql`
      select s.mod_id from upload_sessions s where s.expected_sha256 = ${sha256}
      union select a.mod_id from artifacts a join blobs b on b.id = a.blob_id
      where b.sha256 = ${sha256}`,
    creators: Prisma.sql`
      select s.user_id from upload_sessions s where s.expected_sha256 = ${sha256}`,
  });
}
