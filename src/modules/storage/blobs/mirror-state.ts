import type { Database, Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { BlobModel } from '../../../platform/database/generated/models.js';
import type { Platform } from '../../../platform/platform.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { blobKeyOf } from './blob-in-use.js';

/** Queues `mirror-blob` for a blob that this transaction changes. Does nothing without a mirror. */
export async function mirrorLater(
  { mirror }: Pick<Platform, 'mirror'>,
  tx: Tx,
  blobId: string,
): Promise<void> {
  if (mirror) await enqueue(tx, { kind: 'mirror-blob', payload: { blobId }, dedupeKey: blobId });
}

/** The columns of a blob that copying and removing need. */
export type MirroredBlob = Pick<BlobModel, 'id' | 'sha256' | 'sizeBytes' | 'contentType'>;

/** Blobs that the mirror should hold: sealed ones whose object was not removed. */
export const SHOULD_BE_MIRRORED = { state: 'sealed', removedAt: null } as const;

/** Blobs whose copy stays in the mirror. That of a corrupt blob may repair the first store. */
export const MAY_BE_MIRRORED = {
  state: { in: ['sealed', 'corrupt'] },
  removedAt: null,
} satisfies Prisma.BlobWhereInput;

/**
 * The key under which removals in the mirror are recorded, different from that of the first store.
 */
export function mirrorRemovalKeyOf(sha256: string): string {
  return `mirror:${blobKeyOf(sha256)}`;
}

/** The backlog of the mirror, for all processes together. */
interface MirrorBacklog {
  /** Blobs that the mirror should hold, but does not hold yet. */
  readonly missing: number;
  /** Missing blobs that the first store could not return correctly. They need an operator. */
  readonly faulty: number;
}

/** Reads the backlog with two statements, over missing blobs only. */
export async function readMirrorBacklog({ blob }: Pick<Database, 'blob'>): Promise<MirrorBacklog> {
  const missing = await blob.count({ where: { ...SHOULD_BE_MIRRORED, mirroredAt: null } });
  const faulty = await blob.count({
    where: { ...SHOULD_BE_MIRRORED, mirrorFaultAt: { not: null } },
  });
  return { missing, faulty };
}

/** A copy in the mirror, as its row records it. */
type Copy = Pick<BlobModel, 'id' | 'sha256' | 'sizeBytes' | 'mirrorEtag'>;

/**
 * Returns whether the mirror still holds the recorded copy, by ETag and size. If not, the record is
 * removed, so that no client gets URLs of the copy, and the blob is copied again. A read-only
 * service only returns false. False without a mirror. Throws `StoreUnavailable`.
 */
export async function verifyMirrorCopy(platform: Platform, copy: Copy): Promise<boolean> {
  const { config, db, mirror, log } = platform;
  if (!mirror) return false;
  const { id, sha256, sizeBytes, mirrorEtag } = copy;
  const head = await mirror.storage.head(blobKeyOf(sha256));
  if (head?.etag === mirrorEtag && BigInt(head.sizeBytes) === sizeBytes) return true;
  if (config.readOnly) return false;
  log.error({ blob: id, sha256 }, 'the mirror lost bytes; they are copied again');
  await db.$transaction(async (tx) => {
    const { count } = await tx.blob.updateMany({
      where: { id, mirrorEtag, mirroredAt: { not: null } },
      data: { mirroredAt: null, mirrorEtag: null },
    });
    if (count > 0) await mirrorLater(platform, tx, id);
  });
  return false;
}
