import { z } from 'zod';

/** An id as clients send it; whether there is such a thing, the verbs say. */
export const idShape = z.guid().toLowerCase();

/** RFC 3339, UTC. */
export const timeShape = z.iso.datetime();

/** A count, or a number of bytes. */
export const countShape = z.int().min(0);

/** A text in one or more languages. */
export const textsShape = z.record(z.string(), z.string());

/** Something with a name within its game, or the game itself. */
export const namedShape = z.strictObject({ id: idShape, slug: z.string(), name: z.string() });

/** Lower-case hex. */
export const digestsShape = z.strictObject({ sha256: z.string() });

/** What a list of a tool is walked with, as those of the API are. */
export const pageInput = {
  cursor: z.string().nullish().describe('`next_cursor` of the page before.'),
  limit: z.int().min(1).max(100).nullish(),
};

/** Where a list goes on. */
export const pageShape = z.strictObject({
  next_cursor: z.string().nullable(),
  has_more: z.boolean(),
  limit: z.int(),
});
