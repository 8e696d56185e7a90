import type { Tx } from '../../../platform/database/connect.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { isBlobInUse, lockDigest } from './blob-in-use.js';
import { mirrorLater } from './mirror-state.js';
import { type BatchResult, removeBlobs, removeOrphans } from './remove-blobs.js';
import { removeMirrorOrphans } from './sweep-mirror.js';

const MARK_BATCH = 100;

/**
 * Marks blobs that were unused for the whole waiting time. A sealed or corrupt blob becomes
 * deleted. An unsafe one stays unsafe, so that a new upload of its bytes is rejected.
 */
async function markBlobs({ platform }: RequestContext, _after: string): Promise<BatchResult> {
  const { db, clock } = platform;
  const now = clock.now();
  const idleBefore = new Date(now.getTime() - LIMITS.blobIdleSeconds * 1000);
  const due = await db.blob.findMany({
    where: { idleSince: { lte: idleBefore }, collectAfter: null, removedAt: null },
    orderBy: { idleSince: 'asc' },
    take: MARK_BATCH,
    select: { id: true, sha256: true },
  });
  let marked = 0;
  for (const { id, sha256 } of due) {
    marked += await db.$transaction(async (tx) => {
      await lockDigest(tx, sha256);
      const count = await markBlob(tx, id, idleBefore, now);
      if (count > 0) await mirrorLater(platform, tx, id);
      return count;
    });
  }
  // Each of them is now marked or no longer idle, so the next batch does not find it again.
  return { count: marked, after: due.length < MARK_BATCH ? null : 'rest' };
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
      and b.idle_since <= ${idleBefore}::timestamptz and not ${isBlobInUse(now)}`;
  if (marked > 0) return marked;
  await tx.blob.updateMany({ where: { id, collectAfter: null }, data: { idleSince: null } });
  return 0;
}

const IDLE_BATCH = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Sets `idleSince` of blobs that became unused, and clears it for those in use again. */
async function recordIdleBlobs({ platform }: RequestContext, after: string): Promise<BatchResult> {
  const { db, clock } = platform;
  const now = clock.now();
  const blobs = await db.blob.findMany({
    where: { id: { gt: after || FIRST }, removedAt: null },
    orderBy: { id: 'asc' },
    take: IDLE_BATCH,
    select: { id: true },
  });
  const ids = blobs.map(({ id }) => id);
  const noted = await db.$executeRaw`
    update blobs set idle_since = case when checked.used then null else ${now}::timestamptz end
    from (select b.id, ${isBlobInUse(now)} as used from blobs b
      where b.id = any(${ids}::uuid[])) as checked
    where blobs.id = checked.id and checked.used = (blobs.idle_since is not null)
      and blobs.collect_after is null`;
  return { count: noted, after: blobs.length < IDLE_BATCH ? null : (ids.at(-1) ?? null) };
}

/** Batches per run; the next run continues. */
const BATCHES_MAX = 20;

/** The phases of a collection, in order. */
const PHASES = {
  idle: recordIdleBlobs,
  mark: markBlobs,
  remove: removeBlobs,
  orphans: removeOrphans,
  mirror: removeMirrorOrphans,
} as const satisfies Record<string, (ctx: RequestContext, after: string) => Promise<BatchResult>>;

type Phase = keyof typeof PHASES;
const ORDER = Object.keys(PHASES) as Phase[];

/** The position of a collection, as the payload of a job. */
interface CollectPosition {
  readonly phase: Phase;
  readonly after: string;
}

/**
 * Removes unused bytes. A blob that was unused for a day is marked (`markBlobs`); a day later its
 * object is removed. Objects without a row, left by an interrupted promotion, are removed after
 * three days, also in the mirror. Each batch is complete by itself: it may be killed at any point
 * and run twice. `from` is the position that the previous run returned; an empty object starts a
 * new collection. Returns the position for the next run, or null when all is done. Throws
 * `UnfitStore` (`requireOwnStore`), and the reason of an aborted `signal`.
 */
export async function collectBlobs(
  ctx: RequestContext,
  from: Partial<Readonly<Record<string, string>>>,
  signal: AbortSignal,
): Promise<CollectPosition | null> {
  let phase = ORDER.find((name) => name === from['phase']) ?? 'idle';
  let after = from['after'] ?? '';
  const counts: Record<Phase, number> = { idle: 0, mark: 0, remove: 0, orphans: 0, mirror: 0 };
  for (let batches = 0; batches < BATCHES_MAX; batches += 1) {
    signal.throwIfAborted();
    const batch = await PHASES[phase](ctx, after);
    counts[phase] += batch.count;
    const next = ORDER[ORDER.indexOf(phase) + 1];
    if (batch.after === null) {
      if (next === undefined) {
        logCounts(ctx, counts);
        return null;
      }
      phase = next;
    }
    after = batch.after ?? '';
  }
  logCounts(ctx, counts);
  return { phase, after };
}

function logCounts(
  { platform: { log } }: RequestContext,
  counts: Readonly<Record<Phase, number>>,
): void {
  const { idle, mark: marked, remove: removed, orphans, mirror } = counts;
  if (idle + marked + removed + orphans + mirror > 0) {
    log.info({ idle, marked, removed, orphans, mirror }, 'unused bytes collected');
  }
}
