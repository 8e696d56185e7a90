import type { BlobModel } from '../../../platform/database/generated/models.js';
import type { Platform } from '../../../platform/platform.js';
import { blobKeyOf } from './blob-key.js';
import { mirrorLater } from './mirror-later.js';

/** A copy according to its row. */
export type Copy = Pick<BlobModel, 'id' | 'sha256' | 'sizeBytes' | 'mirrorEtag'>;

/**
 * Checks whether the mirror still holds a verified copy. If not, clients are no longer sent there
 * and the blob is copied again. Throws `StoreUnavailable`.
 */
export async function checkCopy(platform: Platform, copy: Copy): Promise<boolean> {
  const { db, mirror, log } = platform;
  if (!mirror) return false;
  const { id, sha256, sizeBytes, mirrorEtag } = copy;
  const head = await mirror.storage.head(blobKeyOf(sha256));
  if (head?.etag === mirrorEtag && BigInt(head.sizeBytes) === sizeBytes) return true;
  log.error({ blob: id, sha256 }, 'the mirror lost bytes; they are copied anew');
  await db.$transaction(async (tx) => {
    const { count } = await tx.blob.updateMany({
      where: { id, mirrorEtag, mirroredAt: { not: null } },
      data: { mirroredAt: null, mirrorEtag: null },
    });
    if (count > 0) await mirrorLater(platform, tx, id);
  });
  return false;
}
