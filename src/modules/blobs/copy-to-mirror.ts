import type { Platform } from '../../platform/platform.js';
import { demandExactly, passExactly } from '../../platform/storage/measure.js';
import {
  type MeasuredBytes,
  ObjectExists,
  ObjectMissing,
  OtherBytes,
  type Storage,
} from '../../platform/storage/storage.port.js';
import { newId } from '../../request/ids.js';
import { notBeingRemoved } from '../removals/index.js';
import { blobKeyOf } from './blob-key.js';
import { holdBytes } from './hold-bytes.js';
import { copyNoteOf, type MirroredBlob, WANTED } from './mirrored-blob.js';
import { removeFromMirror } from './remove-from-mirror.js';

/** A copy that is being made. */
interface Copying {
  readonly blob: MirroredBlob;
  readonly signal: AbortSignal;
}

/**
 * Copies a blob into the mirror as a stream, and notes that it is there once all of it was read
 * back from there. What stands there already, of a run that was cut off perhaps, is read as well.
 * Each run writes its id into the row: of two, only the later one may note or remove anything.
 * Throws as `mirrorBlob` does.
 */
export async function copyToMirror(
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
  // Nobody wants it any more, or a later run sees to it.
  await removeFromMirror(platform, mirror, blob);
}

/** Answers the id of the run; null where there is nothing to be copied any more. */
async function begin({ db, clock }: Platform, { id, sha256 }: MirroredBlob) {
  const run = newId();
  return db.$transaction(async (tx) => {
    await holdBytes(tx, sha256);
    await notBeingRemoved(tx, [copyNoteOf(sha256)], clock.now());
    const { count } = await tx.blob.updateMany({
      where: { id, ...WANTED, mirroredAt: null },
      data: { mirrorRun: run },
    });
    return count > 0 ? run : null;
  });
}

/** Answers false where the first store does not have the bytes: they are not copied then. */
async function copy(
  { db, storage, clock, log }: Platform,
  mirror: Storage,
  { blob, signal }: Copying,
): Promise<boolean> {
  const { id, sha256, contentType } = blob;
  const key = blobKeyOf(sha256);
  try {
    const bytes = await storage.readTransient(key);
    await mirror.put(key, passExactly(bytes, measuredOf(blob), signal), contentType);
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

/** The validator of what stands in the mirror; null where it is not the bytes of the blob. */
async function readBack(mirror: Storage, key: string, { blob, signal }: Copying) {
  const head = await mirror.head(key);
  if (head === null || BigInt(head.sizeBytes) !== blob.sizeBytes) return null;
  try {
    await demandExactly(await mirror.readTransient(key), measuredOf(blob), signal);
    return head.etag;
  } catch (error) {
    if (error instanceof OtherBytes || error instanceof ObjectMissing) return null;
    throw error;
  }
}

/** Answers false where the blob is not wanted any more, or another run has begun since. */
async function note({ db, clock }: Platform, blob: MirroredBlob, run: string, etag: string) {
  const { id, sha256 } = blob;
  return db.$transaction(async (tx) => {
    await holdBytes(tx, sha256);
    const { count } = await tx.blob.updateMany({
      where: { id, ...WANTED, mirrorRun: run },
      data: { mirroredAt: clock.now(), mirrorEtag: etag, mirrorFaultAt: null },
    });
    return count > 0;
  });
}
