import type { Tx } from '../../../platform/database/connect.js';
import { LIFECYCLES, SCAN_STATUS, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { holdBytes } from '../blobs/hold-bytes.js';
import { mirrorLater } from '../blobs/mirror-later.js';
import { revokeGrants } from '../grants/revoke-grants.js';
import { announceFileStates } from './announce-file-states.js';
import { type EndedScan, recordScan } from './record-scan.js';

/** An infected scan. */
export type InfectedScan = EndedScan & { readonly found: string };

/**
 * Marks stored bytes as unsafe after an infected scan, and every file that uses them, in one
 * transaction. It ends their resolution, revokes their grants and updates their mods. It also
 * orders the removal of the mirror copy and writes the audit log (Spec 2.5, 4.2). Records the scan
 * in any case. Returns false if the bytes were no longer sealed.
 */
export async function condemnBlob(
  ctx: RequestContext,
  tx: Tx,
  scan: InfectedScan,
): Promise<boolean> {
  const { blobId, cause, found } = scan;
  const now = ctx.platform.clock.now();
  const { sha256 } = await tx.blob.findUniqueOrThrow({
    where: { id: blobId },
    select: { sha256: true },
  });
  // A concurrent transaction that binds a file to these bytes commits before this, or sees that
  // they are unsafe.
  await holdBytes(tx, sha256);
  await recordScan(tx, scan);
  const [blob] = await tx.blob.updateManyAndReturn({
    where: { id: blobId, state: { in: sources(LIFECYCLES.blob, 'condemn') } },
    data: { state: LIFECYCLES.blob.events.condemn.to },
  });
  if (!blob) return false;
  await mirrorLater(ctx.platform, tx, blobId);
  const files = await tx.artifact.updateManyAndReturn({
    where: {
      blobId,
      scanStatus: { in: sources(SCAN_STATUS, 'reject') },
      state: { notIn: ['rejected', 'deleted'] },
    },
    data: { scanStatus: SCAN_STATUS.events.reject.to, updatedAt: now, revision: { increment: 1 } },
  });
  await revokeGrants(tx, { blobId }, now);
  await announceFileStates(ctx, tx, files, 'file.failed', { code: 'av_scan_rejected' });
  await audit(tx, ctx, {
    action: 'blob.condemned',
    targetKind: 'blob',
    targetId: blobId,
    data: { sha256, found, cause, files: files.length },
  });
  return true;
}
