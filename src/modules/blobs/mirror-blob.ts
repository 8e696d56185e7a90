import type { RequestContext } from '../../request/context.js';
import { copyToMirror } from './copy-to-mirror.js';
import { removeFromMirror } from './remove-from-mirror.js';

/**
 * Brings the mirror in line with a blob as it is now: copies what a file may hand out, and removes
 * what none may any more. Safe to run twice, at the same time as well, and to be killed anywhere.
 * Throws `StillBeingRemoved`, `StoreUnavailable`, and `Error` where the mirror does not keep what it
 * was given.
 */
export async function mirrorBlob(
  { platform }: RequestContext,
  blobId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, mirror } = platform;
  const blob = await db.blob.findUnique({ where: { id: blobId } });
  if (!mirror || !blob) return;
  const isWanted = blob.state === 'sealed' && blob.removedAt === null;
  if (isWanted && blob.mirroredAt === null) {
    await copyToMirror(platform, mirror.storage, { blob, signal });
  }
  // The copy of corrupt bytes stays: it may be what heals them.
  const isKept = blob.state === 'corrupt' && blob.removedAt === null;
  if (!isWanted && !isKept && blob.mirrorRun !== null) {
    await removeFromMirror(platform, mirror.storage, blob);
  }
}
