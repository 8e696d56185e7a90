import type { BlobModel } from '../../../platform/database/generated/models.js';
import { blobKeyOf } from './blob-key.js';

/** The columns of a blob that copying and removing need. */
export type MirroredBlob = Pick<BlobModel, 'id' | 'sha256' | 'sizeBytes' | 'contentType'>;

/** Blobs that the mirror should hold: those that a file may offer. */
export const WANTED = { state: 'sealed', removedAt: null } as const;

/**
 * The key under which removals in the mirror are recorded, different from that of the first store.
 */
export function copyNoteOf(sha256: string): string {
  return `mirror:${blobKeyOf(sha256)}`;
}
