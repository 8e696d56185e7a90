import { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import type { Storage } from '../../../platform/storage/storage.port.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { requireOwnStore } from '../ownership/own-store.js';
import { removeObject } from '../removals/remove-object.js';
import {
  BLOB_PREFIX,
  blobKeyOf,
  digestOf,
  hasRunningUpload,
  isBlobInUse,
  lockDigest,
} from './blob-in-use.js';
import { MAY_BE_MIRRORED, type MirroredBlob, mirrorRemovalKeyOf } from './mirror-state.js';

/** The result of one batch. */
export interface BatchResult {
  /** The number of blobs changed, or of objects removed. */
  readonly count: number;
  /**
   * The `after` of the next batch of the same phase; null after the last batch. The first batch
   * gets an empty string.
   */
  readonly after: string | null;
}

const BATCH = 100;

/**
 * Removes the objects of blobs that were marked `blobRemovalSeconds` ago and are still unused.
 * Throws `UnfitStore` if the store belongs to another installation, which may use equal bytes
 * (`requireOwnStore`).
 */
export async function removeBlobs(ctx: RequestContext, after: string): Promise<BatchResult> {
  const { db, clock } = ctx.platform;
  const now = clock.now();
  const due = await db.blob.findMany({
    where: { collectAfter: { lte: now }, id: after ? { gt: after } : {} },
    orderBy: { id: 'asc' },
    take: BATCH,
    select: { id: true, sha256: true },
  });
  if (due.length > 0) await requireOwnStore(ctx.platform);
  let removed = 0;
  for (const { id, sha256 } of due) {
    const isFree = Prisma.sql`exists (select from blobs b where b.id = ${id}::uuid
      and b.state in ('deleted', 'unsafe') and b.collect_after <= ${now}::timestamptz
      and not ${isBlobInUse(now)})`;
    removed += await removeWhereFree(ctx, sha256, isFree);
  }
  return { count: removed, after: due.length < BATCH ? null : (due.at(-1)?.id ?? null) };
}

/**
 * Removes objects older than `orphanedObjectSeconds` whose blob has no row, or a row that records
 * their removal. Interrupted or late promotions leave them. An object in use stays, regardless of
 * its row. It lists the store itself, because an object may have no row. Throws `UnfitStore` if the
 * store belongs to another installation, whose objects these may be (`requireOwnStore`).
 */
export async function removeOrphans(ctx: RequestContext, after: string): Promise<BatchResult> {
  const { db, storage, clock } = ctx.platform;
  const now = clock.now();
  const old = new Date(now.getTime() - LIMITS.orphanedObjectSeconds * 1000);
  const page = await storage.list(BLOB_PREFIX, after || undefined, BATCH);
  const digests = page.flatMap(({ key, lastModified }) => {
    const digest = digestOf(key);
    return digest !== null && lastModified <= old ? [digest] : [];
  });
  const known = await db.blob.findMany({
    where: { sha256: { in: digests }, removedAt: null },
    select: { sha256: true },
  });
  const kept = new Set(known.map(({ sha256 }) => sha256));
  const orphans = digests.filter((digest) => !kept.has(digest));
  if (orphans.length > 0) await requireOwnStore(ctx.platform);
  let removed = 0;
  for (const sha256 of orphans) {
    const isFree = Prisma.sql`not exists (
        select from blobs b where b.sha256 = ${sha256}
          and (b.removed_at is null or ${isBlobInUse(now)}))
      and not ${hasRunningUpload(Prisma.sql`${sha256}`)}`;
    removed += await removeWhereFree(ctx, sha256, isFree);
  }
  // A page may be short without being the last.
  return { count: removed, after: page.at(-1)?.key ?? null };
}

/**
 * Removes one object if it is still unused, checked under a lock on its bytes. An upload of
 * the bytes either registered before, or comes later and sees the removal. A failure is logged and
 * leaves the blob's row unchanged, so that a later run tries again. Returns the number of removed
 * objects: one or zero.
 */
async function removeWhereFree(
  { platform }: RequestContext,
  sha256: string,
  isFree: Prisma.Sql,
): Promise<number> {
  const { clock, log } = platform;
  try {
    const isRemoved = await removeObject(platform, {
      key: blobKeyOf(sha256),
      async isFree(tx) {
        await lockDigest(tx, sha256);
        const [row] = await tx.$queryRaw<{ free: boolean }[]>`select (${isFree}) as free`;
        return row?.free ?? false;
      },
      note: (tx) =>
        tx.blob.updateMany({
          where: { sha256 },
          data: { removedAt: clock.now(), collectAfter: null },
        }),
    });
    return isRemoved ? 1 : 0;
  } catch (error) {
    log.warn({ err: error, sha256 }, 'unused bytes could not be removed');
    return 0;
  }
}

/**
 * Removes the copy of a blob, if its row still matches `unwanted`: by default, if the blob may not
 * be in the mirror. From then on, clients get no URLs of the copy. The row records a possible copy
 * until the mirror has removed it, so that a failed removal is retried. Rethrows errors of the
 * mirror, and throws `UnfitStore` if it belongs to another installation (`requireOwnStore`).
 */
export async function removeFromMirror(
  platform: Platform,
  mirror: Storage,
  { id, sha256 }: Pick<MirroredBlob, 'id' | 'sha256'>,
  unwanted: Prisma.BlobWhereInput = { NOT: MAY_BE_MIRRORED },
): Promise<void> {
  const { db, clock } = platform;
  const run = newId();
  const remove: Storage['remove'] = async (key, signal) => {
    await requireOwnStore(platform, 'mirror');
    signal?.throwIfAborted();
    await mirror.remove(key, signal);
  };
  await removeObject(
    { db, clock, storage: { remove } },
    {
      key: blobKeyOf(sha256),
      notedAs: mirrorRemovalKeyOf(sha256),
      async isFree(tx) {
        await lockDigest(tx, sha256);
        const { count } = await tx.blob.updateMany({
          where: { id, ...unwanted },
          data: { mirrorRun: run, mirroredAt: null, mirrorEtag: null },
        });
        return count > 0;
      },
      note: (tx) =>
        tx.blob.updateMany({ where: { id, mirrorRun: run }, data: { mirrorRun: null } }),
    },
  );
}
