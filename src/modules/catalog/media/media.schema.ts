import { z } from 'zod';
import { LIMITS } from '../../../registry/limits.js';
import { someTextsOf } from '../../../request/texts.js';

const alt = someTextsOf(z.string().trim().min(1).max(LIMITS.altTextCharacters));

const position = z.int().min(0).max(LIMITS.mediaPosition);

/** The schema of a new picture's metadata. */
export const addMediaSchema = z.object({
  kind: z.enum(['cover', 'gallery']),
  alt: alt.nullish(),
  position: position.nullish(),
  managedBy: z.enum(['uploader', 'importer']).nullish(),
});

/** The schema of a change. */
export const updateMediaSchema = z.object({
  alt: alt.optional(),
  position: position.optional(),
});
