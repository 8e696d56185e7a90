import type { RequestContext } from '../../../request/context.js';
import { copyToMirror } from './copy-to-mirror.js';
import { removeFromMirror } from './remove-from-mirror.js';

/**
 * Brings the mirror in line with the current state of a blob: copies what a file may offer, and
 * removes what none may any more. Safe to run twice, even concurrently, and to kill at any point.
 * Throws `StillBeingRemoved`, `StoreUnavailable`, and `Error` if the mirror does not keep the
 * bytes.
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
  // The copy of a corrupt blob stays, because it may repair the first store.
  const isKept = blob.state === 'corrupt' && blob.removedAt === null;
  if (!isWanted && !isKept && blob.mirrorRun !== null) {
    await removeFromMirror(platform, mirror.storage, blob);
  }
}
