import type { Platform } from '../../../platform/platform.js';
import { problem } from '../../../registry/errors.js';
import { isId } from '../../../request/ids.js';
import { imageKey } from './keep-images.js';
import { variantsOf } from './media.rows.js';

/** The bytes of a picture, ready to send. */
export interface OpenedMedia {
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  read(): Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Finds a picture by its permanent id, optionally its copy of some width; null if it does not
 * exist. A replaced cover is still found. Throws `gone` if it was deleted.
 */
export async function openMedia(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  id: string,
  width: number | null = null,
): Promise<OpenedMedia | null> {
  if (!isId(id)) return null;
  const row = await db.media.findUnique({ where: { id } });
  if (!row) return null;
  if (row.deletedAt) throw problem('gone');
  const image = width === null ? row : variantsOf(row).find((variant) => variant.width === width);
  if (!image) return null;
  const { contentType, sizeBytes, sha256 } = image;
  const key = width === null ? row.storageKey : imageKey(sha256);
  return { contentType, sizeBytes, sha256, read: () => storage.read(key) };
}
