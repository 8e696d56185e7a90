import { Prisma } from '../../platform/database/generated/client.js';
import type { Platform } from '../../platform/platform.js';
import { LIMITS } from '../../registry/limits.js';
import { removeObject } from '../removals/index.js';
import { imageKey } from './keep-images.js';

/** What one run removes at most; the next one goes on. */
const MOST = 1_000;

/**
 * Removes images from the store that no picture needs any more, or that were kept for one that was
 * refused. Answers how many. An image that somebody else has, too, stays.
 */
export async function sweepMedia(platform: Platform): Promise<number> {
  const { db, clock } = platform;
  const before = new Date(clock.now().getTime() - LIMITS.unusedMediaSeconds * 1000);
  const unused = Prisma.sql`used_at <= ${before}::timestamptz and not exists (
    select 1 from media m where m.deleted_at is null and m.objects @> array[o.sha256::text])`;
  const found = await db.$queryRaw<{ sha256: string }[]>`
    select sha256 from media_objects o where ${unused} order by used_at limit ${MOST}`;
  let removed = 0;
  for (const { sha256 } of found) {
    const isRemoved = await removeObject(platform, {
      key: imageKey(sha256),
      // Whoever wants to use the same image again notes that first, and so waits for this row.
      async isFree(tx) {
        const held = await tx.$queryRaw<unknown[]>`
          select 1 from media_objects o where sha256 = ${sha256} and ${unused}
          for update skip locked`;
        return held.length > 0;
      },
      // The row of an image that somebody waits to use again stays.
      note: (tx) =>
        tx.$executeRaw`delete from media_objects o where sha256 = ${sha256} and ${unused}`,
    });
    if (isRemoved) removed += 1;
  }
  return removed;
}
