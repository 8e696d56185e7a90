import { z } from 'zod';
import { LIMITS } from '../../registry/limits.js';

/** A text in at least one language, each of a bounded length and none of them blank. */
const texts = (maxCharacters: number) =>
  z
    .record(z.string(), z.string().trim().min(1).max(maxCharacters))
    .refine((map) => Object.keys(map).length > 0);

const slug = z
  .string()
  .max(LIMITS.slugCharacters)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);

const link = z.url({ protocol: /^https?$/ }).max(LIMITS.urlCharacters);

const fields = {
  slug: slug.nullish(),
  localizedSlugs: z
    .record(z.string(), z.string().trim().min(1).max(LIMITS.slugCharacters))
    .nullish(),
  summary: z.record(z.string(), z.string().trim().min(1).max(LIMITS.summaryCharacters)).nullish(),
  categories: z.array(z.string()).max(LIMITS.categoriesPerMod).nullish(),
  license: z.string().trim().min(1).max(LIMITS.licenseCharacters).nullish(),
  homepageUrl: link.nullish(),
  sourceUrl: link.nullish(),
  accessTier: z.enum(['public', 'authenticated', 'paid', 'restricted']).nullish(),
};

/** The rules of a new mod (decisions, Writing). */
export const createModSchema = z.object({
  ...fields,
  gameSlug: z.string(),
  title: texts(LIMITS.titleCharacters),
  description: texts(LIMITS.descriptionCharacters),
});

/** The rules of a change: what is left out stays, null clears what may be empty. */
export const updateModSchema = z.object({
  ...fields,
  slug: slug.optional(),
  title: texts(LIMITS.titleCharacters).optional(),
  description: texts(LIMITS.descriptionCharacters).optional(),
  accessTier: z.enum(['public', 'authenticated', 'paid', 'restricted']).optional(),
});
