import { createHash } from 'node:crypto';
import type { Platform } from '../../platform/platform.js';
import type { ObjectHead } from '../../platform/storage/storage.port.js';
import { LIFECYCLES, sources } from '../../registry/states.js';
import { notBeingRemoved } from '../removals/index.js';
import { blobKeyOf } from './blob-key.js';
import { holdBytes } from './hold-bytes.js';

/** Bytes whose digest was computed from the bytes themselves. */
export interface MeasuredBytes {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Copies verified bytes inside the store to the place that their digest names, never overwriting,
 * before any row speaks of them there. Equal bytes that are there already are left as they are.
 * Safe to repeat and to be killed anywhere. While it runs, an upload on its way has to name the
 * digest, so that nobody removes what it promotes. Throws `StillBeingRemoved` where a removal had
 * begun before: what stands there then may go any moment.
 *
 * What stands there was put there by an earlier promotion, of a run that died perhaps. Its row
 * tells its ETag; without one, or with another, the bytes are read and compared. Other bytes than
 * the digest names are no blob and are replaced.
 */
export async function promoteBytes(
  platform: Platform,
  stagingKey: string,
  measured: MeasuredBytes,
): Promise<ObjectHead> {
  const { storage, log } = platform;
  const key = blobKeyOf(measured.sha256);
  const knownEtag = await reviveBlob(platform, measured.sha256);
  const standing = await storage.head(key);
  if (standing && !(await isExactly(platform, key, standing, measured, knownEtag))) {
    log.error({ sha256: measured.sha256 }, 'an object is not what its key says; it is replaced');
    await storage.remove(key);
  }
  const head = await storage.promote(stagingKey, key);
  if (head.sizeBytes === measured.sizeBytes) return head;
  throw new Error(`the copy at ${key} has ${head.sizeBytes} bytes`);
}

/**
 * Takes the blob of these bytes back from being collected, if there is one, and answers its ETag.
 * Whoever is removing its object has to end first: afterwards there is none, and the promotion
 * makes it again. Throws `StillBeingRemoved`.
 */
async function reviveBlob({ db, clock }: Platform, sha256: string): Promise<string | null> {
  return db.$transaction(async (tx) => {
    await holdBytes(tx, sha256);
    await notBeingRemoved(tx, [blobKeyOf(sha256)], clock.now());
    const { revive } = LIFECYCLES.blob.events;
    // A sealed one has nothing to be revived of, but must not keep a note that it is to go, or went.
    await tx.blob.updateMany({
      where: { sha256, state: { in: [...sources(LIFECYCLES.blob, 'revive'), revive.to] } },
      data: { state: revive.to, idleSince: null, collectAfter: null, removedAt: null },
    });
    const blob = await tx.blob.findUnique({ where: { sha256 }, select: { etag: true } });
    return blob?.etag ?? null;
  });
}

async function isExactly(
  { storage }: Platform,
  key: string,
  standing: ObjectHead,
  measured: MeasuredBytes,
  knownEtag: string | null,
): Promise<boolean> {
  if (standing.sizeBytes !== measured.sizeBytes) return false;
  if (standing.etag === knownEtag) return true;
  const hash = createHash('sha256');
  for await (const chunk of await storage.readTransient(key)) hash.update(chunk);
  return hash.digest('hex') === measured.sha256;
}
