import { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { MEDIA_PREFIX, ObjectExists } from '../../../platform/storage/storage.port.js';
import { LIMITS } from '../../../registry/limits.js';
import { removeObject, requireNoRemoval, requireOwnStore } from '../../storage/index.js';

/** An encoded image and its digest. */
interface Image {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly sha256: string;
}

/** The storage key of an image. */
export const imageKey = (sha256: string): string => `${MEDIA_PREFIX}${sha256}`;

/**
 * Stores images under their digests; an existing object is the same image. Before that, records the
 * time of their use, so that no sweep removes them and every object in the store has a row. Throws
 * `StillBeingRemoved` if a sweep has already begun to remove one of them.
 */
export async function storeImages(
  { db, storage, clock }: Pick<Platform, 'db' | 'storage' | 'clock'>,
  images: readonly Image[],
): Promise<void> {
  // Sorted, so that two such statements never deadlock.
  const digests = images.map(({ sha256 }) => sha256).toSorted();
  await db.$executeRaw`
    insert into media_objects (sha256, used_at)
    select distinct on (sha256) sha256, ${clock.now()}::timestamptz
    from unnest(${digests}::text[]) as sha256 order by sha256
    on conflict (sha256) do update set used_at = excluded.used_at`;
  await requireNoRemoval(db, digests.map(imageKey), clock.now());
  for (const { bytes, contentType, sha256 } of images) {
    try {
      await storage.put(imageKey(sha256), oneChunk(bytes), contentType);
    } catch (error) {
      if (!(error instanceof ObjectExists)) throw error;
    }
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** The maximum number of removals per run; the next run continues. */
const MOST = 1_000;

/**
 * Removes images that no picture uses: their pictures were deleted or never written. The last use
 * of an image must be `unusedMediaSeconds` ago. The images of replaced covers stay. Returns the
 * number of removed images. Throws `UnfitStore` if the store belongs to another installation
 * (`requireOwnStore`).
 */
export async function sweepMedia(platform: Platform): Promise<number> {
  const { db, clock } = platform;
  const before = new Date(clock.now().getTime() - LIMITS.unusedMediaSeconds * 1000);
  const unused = Prisma.sql`used_at <= ${before}::timestamptz and not exists (
    select 1 from media m where m.deleted_at is null and m.objects @> array[o.sha256::text])`;
  const found = await db.$queryRaw<{ sha256: string }[]>`
    select sha256 from media_objects o where ${unused} order by used_at limit ${MOST}`;
  if (found.length > 0) await requireOwnStore(platform);
  let removed = 0;
  for (const { sha256 } of found) {
    const isRemoved = await removeObject(platform, {
      key: imageKey(sha256),
      // A writer that reuses the image updates this row first, and so waits for the lock.
      async isFree(tx) {
        const locked = await tx.$queryRaw<unknown[]>`
          select 1 from media_objects o where sha256 = ${sha256} and ${unused}
          for update skip locked`;
        return locked.length > 0;
      },
      // The row stays if a writer waits to reuse the image.
      note: (tx) =>
        tx.$executeRaw`delete from media_objects o where sha256 = ${sha256} and ${unused}`,
    });
    if (isRemoved) removed += 1;
  }
  return removed;
}
