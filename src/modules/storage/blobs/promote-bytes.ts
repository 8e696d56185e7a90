import type { Platform } from '../../../platform/platform.js';
import { readLater } from '../../../platform/storage/byte-streams.js';
import {
  type MeasuredBytes,
  type ObjectHead,
  ObjectMissing,
  WrongObject,
} from '../../../platform/storage/storage.port.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import { requireNoRemoval } from '../removals/remove-object.js';
import { blobKeyOf, lockDigest } from './blob-in-use.js';

/**
 * Copies verified bytes inside the store to the key of their digest, without overwriting and before
 * any row refers to that key. Equal bytes that are already there stay. First it cancels any
 * collection of the blob with these bytes, and a deleted blob becomes sealed. Safe to repeat and to
 * kill at any point. The caller needs a running upload with this digest, which prevents the removal
 * of the promoted bytes. Throws `StillBeingRemoved` if a removal has already begun, because the
 * object may disappear at any moment.
 *
 * The store reads all bytes at that key and compares their digest before it returns, for new and
 * for existing objects. It trusts no ETag. The staged bytes replace a wrong object in one step.
 * Nothing is removed, because another promotion may have stored the right bytes meanwhile. Throws
 * `OtherBytes` if the staged bytes are not `measured` any more, `ObjectMissing` if they are gone,
 * `StoreFull`, and the reason of an aborted `signal`. Returns the head of the object at the key.
 */
export async function promoteBytes(
  platform: Platform,
  stagingKey: string,
  measured: MeasuredBytes,
  signal?: AbortSignal,
): Promise<ObjectHead> {
  const { storage, log } = platform;
  const key = blobKeyOf(measured.sha256);
  await reviveBlob(platform, measured.sha256);
  try {
    return await storage.promote(stagingKey, key, measured, signal);
  } catch (error) {
    if (!(error instanceof WrongObject)) throw error;
    log.error(
      { sha256: measured.sha256 },
      'the bytes of an object do not match its key; it is replaced',
    );
    const staged = await storage.head(stagingKey);
    if (staged === null) throw new ObjectMissing('there is nothing to promote');
    const { contentType } = staged;
    const body = readLater(() => storage.readTransient(stagingKey));
    return storage.replace(key, body, { measured, contentType }, signal);
  }
}

/**
 * Cancels the collection of the blob with these bytes, if there is one. A deleted blob becomes
 * sealed, before the promotion creates its object again. Throws `StillBeingRemoved` while a removal
 * is in progress.
 */
async function reviveBlob({ db, clock }: Platform, sha256: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockDigest(tx, sha256);
    await requireNoRemoval(tx, [blobKeyOf(sha256)], clock.now());
    const { revive } = LIFECYCLES.blob.events;
    // A sealed blob needs no revival, but must not keep marks of its collection.
    await tx.blob.updateMany({
      where: { sha256, state: { in: [...sources(LIFECYCLES.blob, 'revive'), revive.to] } },
      data: { state: revive.to, idleSince: null, collectAfter: null, removedAt: null },
    });
  });
}
