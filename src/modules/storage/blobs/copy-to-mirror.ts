import type { Platform } from '../../../platform/platform.js';
import { readLater, verifyStream, verifyToEnd } from '../../../platform/storage/byte-streams.js';
import {
  type MeasuredBytes,
  ObjectExists,
  ObjectMissing,
  OtherBytes,
  type Storage,
} from '../../../platform/storage/storage.port.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { requireNoRemoval } from '../removals/remove-object.js';
import { blobKeyOf, lockDigest } from './blob-in-use.js';
import {
  MAY_BE_MIRRORED,
  type MirroredBlob,
  mirrorRemovalKeyOf,
  SHOULD_BE_MIRRORED,
} from './mirror-state.js';
import { removeFromMirror } from './remove-blobs.js';

/** A copy in progress. */
interface Copying {
  readonly blob: MirroredBlob;
  readonly signal: AbortSignal;
}

/**
 * Streams a blob into the mirror, reads the copy back, and then records it. An object left by an
 * interrupted run is verified in the same way. Each run writes its id into the row, so that only
 * the latest one may record or remove anything. Throws like `mirrorBlob`.
 */
async function copyToMirror(
  platform: Platform,
  mirror: Storage,
  { blob, signal }: Copying,
): Promise<void> {
  const run = await begin(platform, blob);
  if (run === null) return;
  const key = blobKeyOf(blob.sha256);
  const stands = (await mirror.head(key)) !== null;
  if (!stands && !(await copy(platform, mirror, { blob, signal }))) return;
  const etag = await readBack(mirror, key, { blob, signal });
  if (etag === null) {
    await removeFromMirror(platform, mirror, blob, { mirrorRun: run, mirroredAt: null });
    throw new Error(`the mirror held other bytes than those of blob ${blob.id}`);
  }
  if (await note(platform, blob, run, etag)) return;
  // The blob may not be in the mirror any more, or a later run handles its copy.
  await removeFromMirror(platform, mirror, blob);
}

/** Returns the id of the run; null if there is nothing to copy any more. */
async function begin({ db, clock }: Platform, { id, sha256 }: MirroredBlob) {
  const run = newId();
  return db.$transaction(async (tx) => {
    await lockDigest(tx, sha256);
    await requireNoRemoval(tx, [mirrorRemovalKeyOf(sha256)], clock.now());
    const { count } = await tx.blob.updateMany({
      where: { id, ...SHOULD_BE_MIRRORED, mirroredAt: null },
      data: { mirrorRun: run },
    });
    return count > 0 ? run : null;
  });
}

/** Returns false and copies nothing if the first store does not have the bytes. */
async function copy(
  { db, storage, clock, log }: Platform,
  mirror: Storage,
  { blob, signal }: Copying,
): Promise<boolean> {
  const { id, sha256, contentType } = blob;
  const key = blobKeyOf(sha256);
  try {
    const bytes = readLater(() => storage.readTransient(key));
    await mirror.put(key, verifyStream(bytes, measuredOf(blob), signal), contentType);
    return true;
  } catch (error) {
    if (error instanceof ObjectExists) return true;
    if (!(error instanceof OtherBytes || error instanceof ObjectMissing)) throw error;
    log.error(
      { err: error, blob: id, sha256 },
      'the first store lost bytes; they are not mirrored',
    );
    await db.blob.update({ where: { id }, data: { mirrorFaultAt: clock.now() } });
    return false;
  }
}

function measuredOf({ sha256, sizeBytes }: MirroredBlob): MeasuredBytes {
  return { sha256, sizeBytes: Number(sizeBytes) };
}

/** Reads the copy, and returns its ETag; null if the mirror does not hold the blob's bytes. */
async function readBack(mirror: Storage, key: string, { blob, signal }: Copying) {
  const head = await mirror.head(key);
  if (head === null || BigInt(head.sizeBytes) !== blob.sizeBytes) return null;
  try {
    await verifyToEnd(await mirror.readTransient(key), measuredOf(blob), signal);
    return head.etag;
  } catch (error) {
    if (error instanceof OtherBytes || error instanceof ObjectMissing) return null;
    throw error;
  }
}

/**
 * Records the copy, also for a blob that became corrupt meanwhile, because `healBlob` uses only
 * recorded copies. Returns false if the blob may not be in the mirror any more, or a later run has
 * started.
 */
async function note({ db, clock }: Platform, blob: MirroredBlob, run: string, etag: string) {
  const { id, sha256 } = blob;
  return db.$transaction(async (tx) => {
    await lockDigest(tx, sha256);
    const { count } = await tx.blob.updateMany({
      where: { id, ...MAY_BE_MIRRORED, mirrorRun: run },
      data: { mirroredAt: clock.now(), mirrorEtag: etag, mirrorFaultAt: null },
    });
    return count > 0;
  });
}

/**
 * Makes the mirror match the current state of a blob: copies a sealed one, and removes the copy of
 * any other except a corrupt one. Does nothing without a mirror or for an unknown id. If the first
 * store lacks the right bytes, it records that fault and does not throw. Safe to run twice, even
 * concurrently, and to kill at any point. Throws `StillBeingRemoved`, `StoreUnavailable`,
 * `UnfitStore`, and `Error` if the mirror does not keep the bytes. Throws the reason of `signal` if
 * it is aborted during a copy.
 */
export async function mirrorBlob(
  { platform }: RequestContext,
  blobId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, mirror } = platform;
  const blob = await db.blob.findUnique({ where: { id: blobId } });
  if (!mirror || !blob) return;
  const { state, removedAt, mirroredAt, mirrorRun } = blob;
  if (state === 'sealed' && removedAt === null) {
    if (mirroredAt === null) await copyToMirror(platform, mirror.storage, { blob, signal });
    return;
  }
  // The copy of a corrupt blob stays: `removeFromMirror` checks that under its lock.
  if (mirrorRun !== null) await removeFromMirror(platform, mirror.storage, blob);
}
