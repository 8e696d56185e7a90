import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';

/** A file with the bytes to grant. */
interface Granted {
  readonly artifactId: string;
  readonly blobId: string;
}

/**
 * Selects the blob of a file that is still offered, as `b`; no row otherwise. An admission may have
 * waited since the file was read. `for share of b` prevents a change to unsafe until the grant is
 * committed, so that the change then finds the grant and ends it.
 */
export function offeredBlob({ artifactId, blobId }: Granted): Prisma.Sql {
  return Prisma.sql`
    select b.id from blobs b join artifacts a on a.blob_id = b.id
    where b.id = ${blobId}::uuid and b.state = 'sealed' and a.id = ${artifactId}::uuid
      and a.state in ('published', 'archived') and a.scan_status = 'clean'`;
}

/** Returns whether a file is still offered. */
export async function isOffered(tx: Tx, granted: Granted): Promise<boolean> {
  return (await tx.$queryRaw<unknown[]>(offeredBlob(granted))).length > 0;
}
