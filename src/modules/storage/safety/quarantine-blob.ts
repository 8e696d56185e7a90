import type { Tx } from '../../../platform/database/connect.js';
import type { BlobModel } from '../../../platform/database/generated/models.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { holdBytes } from '../blobs/hold-bytes.js';
import { revokeGrants } from '../grants/revoke-grants.js';
import { announceFileStates } from './announce-file-states.js';
import { touchFiles } from './touch-files.js';

/** A blob as of the read of its bytes. */
export type ReadBlob = Pick<BlobModel, 'id' | 'sha256' | 'etag' | 'verifyDueAt'>;

/** The kind of wrong result from the store. */
export type Corruption = 'other_bytes' | 'object_missing' | 'unreadable';

/**
 * Quarantines a blob: the store returned other bytes than its digest names, or none. Downloads of
 * its files fail as for unsafe files, and open grants are revoked. The copy in the mirror stays.
 * Emits events and writes the audit log. Only `restoreBlob` reverts this, never a scan. Returns
 * false if the blob has changed since its bytes were read.
 */
export async function quarantineBlob(
  ctx: RequestContext,
  tx: Tx,
  { id, sha256, etag, verifyDueAt }: ReadBlob,
  reason: Corruption,
): Promise<boolean> {
  const { quarantine } = LIFECYCLES.blob.events;
  const now = ctx.platform.clock.now();
  await holdBytes(tx, sha256);
  const { count } = await tx.blob.updateMany({
    where: {
      ...{ id, etag, verifyDueAt, removedAt: null },
      state: { in: sources(LIFECYCLES.blob, 'quarantine') },
    },
    data: { state: quarantine.to },
  });
  if (count === 0) return false;
  const files = await touchFiles(tx, id, now);
  await revokeGrants(tx, { blobId: id }, now);
  await announceFileStates(ctx, tx, files, 'file.failed', { code: 'hash_mismatch' });
  await audit(tx, ctx, {
    action: 'blob.quarantined',
    targetKind: 'blob',
    targetId: id,
    data: { sha256, reason, files: files.length },
  });
  return true;
}
