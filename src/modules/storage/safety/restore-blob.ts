import type { Tx } from '../../../platform/database/connect.js';
import type { BlobModel } from '../../../platform/database/generated/models.js';
import { LIMITS } from '../../../registry/limits.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { mirrorLater } from '../blobs/mirror-later.js';
import { announceFileStates } from './announce-file-states.js';
import { touchFiles } from './touch-files.js';

/** Bytes that were just read from the store and match their blob. */
export interface RightBytes {
  readonly blob: Pick<BlobModel, 'id' | 'sha256' | 'sizeBytes'>;
  /** The ETag of the stored object. */
  readonly etag: string;
}

/**
 * Records that the bytes of a blob were read and are right. If the blob was quarantined, its files
 * become available again. Call `holdBytes` first.
 */
export async function restoreBlob(
  ctx: RequestContext,
  tx: Tx,
  { blob, etag }: RightBytes,
): Promise<void> {
  const { id, sha256 } = blob;
  const now = ctx.platform.clock.now();
  const verifyDueAt = new Date(now.getTime() + LIMITS.verifyIntervalSeconds * 1000);
  await tx.blob.updateMany({ where: { id }, data: { etag, verifiedAt: now, verifyDueAt } });
  const { count } = await tx.blob.updateMany({
    where: { id, state: { in: sources(LIFECYCLES.blob, 'restore') } },
    // Due now: the next verification soon reads the restored bytes again.
    data: { state: LIFECYCLES.blob.events.restore.to, mirrorFaultAt: null, verifyDueAt: now },
  });
  if (count === 0) return;
  await mirrorLater(ctx.platform, tx, id);
  const files = await touchFiles(tx, id, now);
  const facts = { sha256, size_bytes: Number(blob.sizeBytes) };
  await announceFileStates(ctx, tx, files, 'file.ready', facts);
  await audit(tx, ctx, {
    action: 'blob.restored',
    targetKind: 'blob',
    targetId: id,
    data: { sha256, files: files.length },
  });
}
