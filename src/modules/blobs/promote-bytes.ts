import type { Platform } from '../../platform/platform.js';
import {
  type MeasuredBytes,
  type ObjectHead,
  ObjectMissing,
  WrongObject,
} from '../../platform/storage/storage.port.js';
import { LIFECYCLES, sources } from '../../registry/states.js';
import { notBeingRemoved } from '../removals/index.js';
import { blobKeyOf } from './blob-key.js';
import { holdBytes } from './hold-bytes.js';

/**
 * Copies verified bytes inside the store to the place that their digest names, never overwriting,
 * before any row speaks of them there. Equal bytes that are there already are left as they are.
 * Safe to repeat and to be killed anywhere. While it runs, an upload on its way has to name the
 * digest, so that nobody removes what it promotes. Throws `StillBeingRemoved` where a removal had
 * begun before: what stands there then may go any moment.
 *
 * The store reads all bytes at that place and compares their digest before it returns, whether it has
 * copied them now or found them. No ETag is trusted. An object of other bytes is no blob, and the
 * staged bytes replace it in one step. Nothing is removed: since the read, another promotion may have
 * put right bytes there. Throws `OtherBytes` if the staged bytes are not `measured` any more.
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
    log.error({ sha256: measured.sha256 }, 'an object is not what its key says; it is replaced');
    const staged = await storage.head(stagingKey);
    if (staged === null) throw new ObjectMissing('there is nothing to promote');
    const body = await storage.readTransient(stagingKey);
    const { contentType } = staged;
    return storage.replace(key, body, { measured, contentType }, signal);
  }
}

/**
 * Takes the blob of these bytes back from being collected, if there is one.
 * Whoever is removing its object has to end first: afterwards there is none, and the promotion
 * makes it again. Throws `StillBeingRemoved`.
 */
async function reviveBlob({ db, clock }: Platform, sha256: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await holdBytes(tx, sha256);
    await notBeingRemoved(tx, [blobKeyOf(sha256)], clock.now());
    const { revive } = LIFECYCLES.blob.events;
    // A sealed one has nothing to be revived of, but must not keep a note that it is to go, or went.
    await tx.blob.updateMany({
      where: { sha256, state: { in: [...sources(LIFECYCLES.blob, 'revive'), revive.to] } },
      data: { state: revive.to, idleSince: null, collectAfter: null, removedAt: null },
    });
  });
}
