import type { Platform } from '../../../platform/platform.js';
import { ObjectExists } from '../../../platform/storage/storage.port.js';
import { notBeingRemoved } from '../../storage/index.js';

/** An encoded image and its digest. */
interface Image {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly sha256: string;
}

/** The storage key of an image. */
export const imageKey = (sha256: string): string => `media/${sha256}`;

/**
 * Stores images under their digests; an existing object is the same image. It records their use
 * first, so that no sweep removes them, and every object in the store has a row. Throws
 * `StillBeingRemoved` if a sweep has already begun to remove one of them.
 */
export async function keepImages(
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
  await notBeingRemoved(db, digests.map(imageKey), clock.now());
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
