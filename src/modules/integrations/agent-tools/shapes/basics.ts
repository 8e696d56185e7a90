import { z } from 'zod';

/** An id in a client's input. The verbs check whether it exists. */
export const idShape = z.guid().toLowerCase();

/** RFC 3339, UTC. */
export const timeShape = z.iso.datetime();

/** A count, or a number of bytes. */
export const countShape = z.int().min(0);

/** A text in one or more languages. */
export const textsShape = z.record(z.string(), z.string());

/** A game, or an object with a name within its game. */
export const namedShape = z.strictObject({ id: idShape, slug: z.string(), name: z.string() });

/** Lower-case hex. */
export const digestsShape = z.strictObject({ sha256: z.string() });

/** The pagination input of a tool, as in the API. */
export const pageInput = {
  cursor: z.string().nullish().describe('`next_cursor` of the page before.'),
  limit: z.int().min(1).max(100).nullish(),
};

/** The pagination of a result. */
export const pageShape = z.strictObject({
  next_cursor: z.string().nullable(),
  has_more: z.boolean(),
  limit: z.int(),
});
