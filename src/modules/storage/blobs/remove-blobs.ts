import { Prisma } from '../../../platform/database/generated/client.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { removeObject } from '../removals/remove-object.js';
import type { Batch } from './batch.js';
import { BLOB_PREFIX, blobKeyOf, digestOf } from './blob-key.js';
import { holdBytes } from './hold-bytes.js';
import { isOnItsWay, isReferenced } from './references.js';

const BATCH = 100;

/** Removes the objects of marked blobs whose second waiting time has passed. */
export async function removeBlobs(ctx: RequestContext, after: string): Promise<Batch> {
  const { db, clock } = ctx.platform;
  const now = clock.now();
  const due = await db.blob.findMany({
    where: { collectAfter: { lte: now }, id: after ? { gt: after } : {} },
    orderBy: { id: 'asc' },
    take: BATCH,
    select: { id: true, sha256: true },
  });
  let done = 0;
  for (const { id, sha256 } of due) {
    const isFree = Prisma.sql`exists (select from blobs b where b.id = ${id}::uuid
      and b.state in ('deleted', 'unsafe') and b.collect_after <= ${now}::timestamptz
      and not ${isReferenced(now)})`;
    done += await removeWhereFree(ctx, sha256, isFree);
  }
  return { done, after: due.length < BATCH ? null : (due.at(-1)?.id ?? null) };
}

/**
 * Removes objects without a row, left by promotions that were interrupted or too late. An object
 * that a live file refers to stays, whatever its blob's row says. It lists the store itself,
 * because no row names these objects.
 */
export async function removeOrphans(ctx: RequestContext, after: string): Promise<Batch> {
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
  let done = 0;
  for (const sha256 of digests.filter((digest) => !kept.has(digest))) {
    const isFree = Prisma.sql`not exists (
        select from blobs b where b.sha256 = ${sha256}
          and (b.removed_at is null or ${isReferenced(now)}))
      and not ${isOnItsWay(Prisma.sql`${sha256}`)}`;
    done += await removeWhereFree(ctx, sha256, isFree);
  }
  // A page may be short without being the last.
  return { done, after: page.at(-1)?.key ?? null };
}

/**
 * Removes one object if it is still unreferenced, checked under a lock on its bytes. An upload of
 * the bytes either registered before, or comes later and sees the removal. If the store is
 * unavailable, nothing is recorded and a later run tries again.
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
        await holdBytes(tx, sha256);
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
    log.warn({ err: error, sha256 }, 'unreferenced bytes not removed');
    return 0;
  }
}
