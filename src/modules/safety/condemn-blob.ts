import type { Tx } from '../../platform/database/connect.js';
import { LIFECYCLES, SCAN_STATUS, sources } from '../../registry/states.js';
import type { RequestContext } from '../../request/context.js';
import { audit } from '../../request/outbox.js';
import { holdBytes, mirrorLater } from '../blobs/index.js';
import { revokeGrants } from '../grants/index.js';
import { type EndedScan, recordScan } from './record-scan.js';
import { tellOfFiles } from './tell-of-files.js';

/** A scan that found something. */
export type InfectedScan = EndedScan & { readonly found: string };

/**
 * Stored bytes were found infected: they are unsafe from now on, and with them every file that is
 * bound to them. Their files are no longer resolved, what was granted of them is revoked, their mods
 * no longer offer them, the mirror is to remove its copy, and all of it is in the audit log, at once (Spec 2.5, 4.2). The scan is
 * recorded in any case; answers false where the bytes were not sealed any more.
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
  // A file that is just being bound to them is then either found here, or finds them unsafe.
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
  await tellOfFiles(ctx, tx, files, 'file.failed', { code: 'av_scan_rejected' });
  await audit(tx, ctx, {
    action: 'blob.condemned',
    targetKind: 'blob',
    targetId: blobId,
    data: { sha256, found, cause, files: files.length },
  });
  return true;
}
