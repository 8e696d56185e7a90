import { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import { removeObject } from '../../storage/index.js';
import { imageKey } from './keep-images.js';

/** The maximum number of removals per run; the next run continues. */
const MOST = 1_000;

/**
 * Removes images that no picture uses, and those of a rejected picture. Returns their number. An
 * image that another picture also uses stays.
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
      // A writer that reuses the image updates this row first, and so waits for the lock.
      async isFree(tx) {
        const held = await tx.$queryRaw<unknown[]>`
          select 1 from media_objects o where sha256 = ${sha256} and ${unused}
          for update skip locked`;
        return held.length > 0;
      },
      // The row stays if a writer waits to reuse the image.
      note: (tx) =>
        tx.$executeRaw`delete from media_objects o where sha256 = ${sha256} and ${unused}`,
    });
    if (isRemoved) removed += 1;
  }
  return removed;
}
