import type { Tx } from '../../../platform/database/connect.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import type { Batch } from './batch.js';
import { holdBytes } from './hold-bytes.js';
import { mirrorLater } from './mirror-later.js';
import { isReferenced } from './references.js';

const BATCH = 100;

/**
 * Marks blobs that had no reference for the whole waiting time. A sealed blob becomes deleted. An
 * unsafe one stays unsafe, so that a new upload of its bytes is rejected.
 */
export async function markBlobs({ platform }: RequestContext, _after: string): Promise<Batch> {
  const { db, clock } = platform;
  const now = clock.now();
  const idleBefore = new Date(now.getTime() - LIMITS.blobIdleSeconds * 1000);
  const due = await db.blob.findMany({
    where: { idleSince: { lte: idleBefore }, collectAfter: null, removedAt: null },
    orderBy: { idleSince: 'asc' },
    take: BATCH,
    select: { id: true, sha256: true },
  });
  let done = 0;
  for (const { id, sha256 } of due) {
    done += await db.$transaction(async (tx) => {
      await holdBytes(tx, sha256);
      const marked = await markBlob(tx, id, idleBefore, now);
      if (marked > 0) await mirrorLater(platform, tx, id);
      return marked;
    });
  }
  // Each of them is now marked or no longer idle, so the next batch does not find it again.
  return { done, after: due.length < BATCH ? null : 'rest' };
}

/**
 * Decides under a lock that excludes uploads of these bytes. Returns the number of marked blobs:
 * one or zero.
 */
async function markBlob(tx: Tx, id: string, idleBefore: Date, now: Date): Promise<number> {
  const collectAfter = new Date(now.getTime() + LIMITS.blobRemovalSeconds * 1000);
  await tx.$queryRaw`select 1 from blobs where id = ${id}::uuid for update`;
  const marked = await tx.$executeRaw`
    update blobs b set collect_after = ${collectAfter}::timestamptz,
      state = case b.state when 'unsafe' then b.state else 'deleted'::"BlobState" end
    where b.id = ${id}::uuid and b.state in ('sealed', 'unsafe', 'corrupt')
      and b.idle_since <= ${idleBefore}::timestamptz and not ${isReferenced(now)}`;
  if (marked > 0) return marked;
  await tx.blob.updateMany({ where: { id, collectAfter: null }, data: { idleSince: null } });
  return 0;
}
