import { z } from 'zod';
import { LIMITS } from '../../../registry/limits.js';
import { someTextsOf, textsOf } from '../../../request/texts.js';

/** A non-blank text with a maximum length. */
const text = (maxCharacters: number) => z.string().trim().min(1).max(maxCharacters);

const slug = z
  .string()
  .max(LIMITS.slugCharacters)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);

const link = z.url({ protocol: /^https?$/ }).max(LIMITS.urlCharacters);

const fields = {
  slug: slug.nullish(),
  localizedSlugs: textsOf(text(LIMITS.slugCharacters)).nullish(),
  summary: textsOf(text(LIMITS.summaryCharacters)).nullish(),
  categories: z.array(z.string()).max(LIMITS.categoriesPerMod).nullish(),
  license: text(LIMITS.licenseCharacters).nullish(),
  homepageUrl: link.nullish(),
  sourceUrl: link.nullish(),
  accessTier: z.enum(['public', 'authenticated', 'paid', 'restricted']).nullish(),
};

/** The rules of a new mod (decisions, Writing). */
export const createModSchema = z.object({
  ...fields,
  gameSlug: z.string(),
  title: someTextsOf(text(LIMITS.titleCharacters)),
  description: someTextsOf(text(LIMITS.descriptionCharacters)),
});

/** The rules of a change. Omitted fields stay unchanged; null clears a nullable field. */
export const updateModSchema = z.object({
  ...fields,
  slug: slug.optional(),
  title: someTextsOf(text(LIMITS.titleCharacters)).optional(),
  description: someTextsOf(text(LIMITS.descriptionCharacters)).optional(),
  accessTier: z.enum(['public', 'authenticated', 'paid', 'restricted']).optional(),
});
