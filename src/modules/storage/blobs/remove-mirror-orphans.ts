import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { removeObject } from '../removals/remove-object.js';
import type { Batch } from './batch.js';
import { BLOB_PREFIX, digestOf } from './blob-key.js';
import { holdBytes } from './hold-bytes.js';
import { copyNoteOf } from './mirrored-blob.js';

const BATCH = 100;

/**
 * Removes objects of the mirror without a row, such as a copy that finished after its blob was
 * removed. It lists the mirror itself, because no row names these objects. Skipped while the mirror
 * is unavailable.
 */
export async function removeMirrorOrphans(
  { platform }: RequestContext,
  after: string,
): Promise<Batch> {
  const { db, mirror, clock } = platform;
  if (!mirror?.isUp()) return { done: 0, after: null };
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
  let done = 0;
  for (const { key, sha256 } of digests.filter((it) => !kept.has(it.sha256))) {
    const isRemoved = await removeObject(
      { db, clock, storage },
      {
        key,
        notedAs: copyNoteOf(sha256),
        async isFree(tx) {
          await holdBytes(tx, sha256);
          return (await tx.blob.count({ where: { sha256, mirrorRun: { not: null } } })) === 0;
        },
        note: async () => undefined,
      },
    );
    if (isRemoved) done += 1;
  }
  return { done, after: page.at(-1)?.key ?? null };
}
