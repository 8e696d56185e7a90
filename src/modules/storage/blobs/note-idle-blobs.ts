import type { RequestContext } from '../../../request/context.js';
import type { Batch } from './batch.js';
import { isReferenced } from './references.js';

const BATCH = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Records since when blobs have no reference, and clears it for those that have one again. */
export async function noteIdleBlobs({ platform }: RequestContext, after: string): Promise<Batch> {
  const { db, clock } = platform;
  const now = clock.now();
  const blobs = await db.blob.findMany({
    where: { id: { gt: after || FIRST }, removedAt: null },
    orderBy: { id: 'asc' },
    take: BATCH,
    select: { id: true },
  });
  const ids = blobs.map(({ id }) => id);
  const noted = await db.$executeRaw`
    update blobs set idle_since = case when judged.referenced then null else ${now}::timestamptz end
    from (select b.id, ${isReferenced(now)} as referenced from blobs b
      where b.id = any(${ids}::uuid[])) as judged
    where blobs.id = judged.id and judged.referenced = (blobs.idle_since is not null)
      and blobs.collect_after is null`;
  return { done: noted, after: blobs.length < BATCH ? null : (ids.at(-1) ?? null) };
}
