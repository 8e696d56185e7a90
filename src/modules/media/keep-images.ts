import type { Platform } from '../../platform/platform.js';
import { ObjectExists } from '../../platform/storage/storage.port.js';
import { notBeingRemoved } from '../removals/index.js';

/** Encoded pixels under their digest. */
interface Image {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly sha256: string;
}

/** Where the bytes of an image are kept. */
export const imageKey = (sha256: string): string => `media/${sha256}`;

/**
 * Puts images into the store, each under its own digest: what stands there already is the same
 * image. That somebody uses them is noted first, so that no sweep takes what is about to be shown,
 * and nothing is ever in the store without a row that leads to it. Throws `StillBeingRemoved` where
 * a sweep had begun to remove one of them before.
 */
export async function keepImages(
  { db, storage, clock }: Pick<Platform, 'db' | 'storage' | 'clock'>,
  images: readonly Image[],
): Promise<void> {
  // In one order, so that two of these statements never wait for one another.
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
