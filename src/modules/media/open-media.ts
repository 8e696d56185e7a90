import type { Platform } from '../../platform/platform.js';
import { isId } from '../../request/ids.js';

/** A picture's bytes, ready to be sent. */
export interface OpenedMedia {
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  read(): Promise<AsyncIterable<Uint8Array>>;
}

/** Finds a picture by its permanent id; null where there is none. */
export async function openMedia(platform: Platform, id: string): Promise<OpenedMedia | null> {
  if (!isId(id)) return null;
  const row = await platform.db.media.findFirst({ where: { id, deletedAt: null } });
  if (!row) return null;
  const { contentType, sizeBytes, sha256, storageKey } = row;
  return { contentType, sizeBytes, sha256, read: () => platform.storage.read(storageKey) };
}
