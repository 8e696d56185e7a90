import { z } from 'zod';

/** The shape of a date in the data of an operation: an ISO 8601 text becomes a `Date`. */
export const moment = z.coerce.date();

/** The shape of a text by language code. */
export const languageTexts = z.record(z.string(), z.string());

/** A picture of a mod and its smaller forms. */
export const picture = z.object({
  url: z.string(),
  width: z.number(),
  height: z.number(),
  alt: languageTexts,
  variants: z.array(z.object({ url: z.string(), width: z.number() })),
});

/** The author of a mod. `profileUrl` is null if the profile is closed. */
export const author = z.object({
  username: z.string(),
  displayName: z.string(),
  profileUrl: z.string().nullable(),
});

/**
 * The members of a mod that its card and the head of its page show. `publishedAt` is null for a
 * draft, and `cover` for one without a cover.
 */
export const modSummary = z.object({
  id: z.string(),
  title: languageTexts,
  summary: languageTexts,
  game: z.object({ slug: z.string(), name: z.string() }),
  author,
  loaders: z.array(z.string()),
  gameVersions: z.array(z.string()),
  downloadsCount: z.number(),
  publishedAt: moment.nullable(),
  updatedAt: moment,
  cover: picture.nullable(),
});

/** The shape of one page of a list. `nextCursor` is null on the last page. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    pagination: z.object({ nextCursor: z.string().nullable() }),
  });
