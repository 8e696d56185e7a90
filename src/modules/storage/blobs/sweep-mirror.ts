import { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { requireOwnStore } from '../ownership/own-store.js';
import { removeObject } from '../removals/remove-object.js';
import { BLOB_PREFIX, digestOf, lockDigest } from './blob-in-use.js';
import { mirrorLater, mirrorRemovalKeyOf, verifyMirrorCopy } from './mirror-state.js';
import type { BatchResult } from './remove-blobs.js';

/**
 * Queues jobs that make missing copies and remove unwanted ones, for example after a mirror was
 * configured later, or a job failed. Bytes that the first store could not return wait
 * `mirrorFaultSeconds`. The newest blobs come first, until `mirrorQueueJobs` of these jobs are
 * queued. Then checks whether the least recently checked copies still exist. Does nothing while the
 * mirror is unavailable.
 */
export async function sweepMirror({ platform }: RequestContext): Promise<void> {
  if (!platform.mirror?.isUp()) return;
  await queueWork(platform);
  await checkCopies(platform);
}

async function queueWork(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const waiting = await db.job.count({ where: { kind: 'mirror-blob', state: 'queued' } });
  const faultyBefore = new Date(clock.now().getTime() - LIMITS.mirrorFaultSeconds * 1000);
  const limit = Math.max(0, LIMITS.mirrorQueueJobs - waiting);
  const newest = Prisma.sql`
    and not exists (select from jobs j where j.kind = 'mirror-blob'
      and j.dedupe_key = b.id::text and j.state in ('queued', 'processing'))
    order by b.id desc limit ${limit}`;
  // Each half repeats the condition of a partial index exactly, so that no run reads blobs in
  // order. The copy of a corrupt blob stays, because it may repair the first store.
  const due = await db.$queryRaw<{ id: string }[]>`
    select id from (
      (select b.id from blobs b
        where b.state = 'sealed' and b.removed_at is null and b.mirrored_at is null
          and (b.mirror_fault_at is null or b.mirror_fault_at <= ${faultyBefore}::timestamptz)
          ${newest})
      union all
      (select b.id from blobs b
        where b.mirror_run is not null and (b.state <> 'sealed' or b.removed_at is not null)
          and not (b.state = 'corrupt' and b.removed_at is null)
          ${newest})) due
    order by id desc limit ${limit}`;
  await db.$transaction(async (tx) => {
    for (const { id } of due) await mirrorLater(platform, tx, id);
  });
  if (due.length > 0) platform.queue.wake();
}

async function checkCopies(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const copies = await db.blob.findMany({
    where: { mirroredAt: { not: null } },
    orderBy: [{ mirroredAt: 'asc' }, { id: 'asc' }],
    take: LIMITS.mirrorCheckBlobs,
  });
  for (const copy of copies) {
    if (!(await verifyMirrorCopy(platform, copy))) continue;
    const { id, mirrorRun, mirroredAt } = copy;
    // Only if nothing changed meanwhile.
    await db.blob.updateMany({
      where: { id, mirrorRun, mirroredAt },
      data: { mirroredAt: clock.now() },
    });
  }
}

const BATCH = 100;

/**
 * Removes objects of the mirror that are older than `orphanedObjectSeconds` and that no row records
 * as a copy: their copying ended after the blob was removed. It lists the mirror itself, because no
 * row names these objects. Does nothing while the mirror is unavailable. Throws `UnfitStore` if the
 * mirror belongs to another installation (`requireOwnStore`).
 */
export async function removeMirrorOrphans(
  { platform }: RequestContext,
  after: string,
): Promise<BatchResult> {
  const { db, mirror, clock } = platform;
  if (!mirror?.isUp()) return { count: 0, after: null };
  const { storage } = mirror;
  const old = new Date(clock.now().getTime() - LIMITS.orphanedObjectSeconds * 1000);
  const page = await storage.list(BLOB_PREFIX, after || undefined, BATCH);
  const digests = page.flatMap(({ key, lastModified }) => {
    const digest = digestOf(key);
    return digest !== null && lastModified <= old ? [{ key, sha256: digest }] : [];
  });
  const known = await db.blob.findMany({
    where: { sha256: { in: digests.map(({ sha256 }) => sha256) }, mirrorRun: { not: null } },
    select: { sha256: true },
  });
  const kept = new Set(known.map(({ sha256 }) => sha256));
  const orphans = digests.filter((it) => !kept.has(it.sha256));
  if (orphans.length > 0) await requireOwnStore(platform, 'mirror');
  let removed = 0;
  for (const { key, sha256 } of orphans) {
    const isRemoved = await removeObject(
      { db, clock, storage },
      {
        key,
        notedAs: mirrorRemovalKeyOf(sha256),
        async isFree(tx) {
          await lockDigest(tx, sha256);
          return (await tx.blob.count({ where: { sha256, mirrorRun: { not: null } } })) === 0;
        },
        note: async () => undefined,
      },
    );
    if (isRemoved) removed += 1;
  }
  return { count: removed, after: page.at(-1)?.key ?? null };
}
