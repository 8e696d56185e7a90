import type { BlobModel } from '../../platform/database/generated/models.js';
import { blobKeyOf } from './blob-key.js';

/** What is known of a blob by who copies it, or removes its copy. */
export type MirroredBlob = Pick<BlobModel, 'id' | 'sha256' | 'sizeBytes' | 'contentType'>;

/** Blobs that belong into the mirror: those that a file may hand out. */
export const WANTED = { state: 'sealed', removedAt: null } as const;

/** As what a removal in the mirror is noted: it is none in the first store. */
export function copyNoteOf(sha256: string): string {
  return `mirror:${blobKeyOf(sha256)}`;
}
