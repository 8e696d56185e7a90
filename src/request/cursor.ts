import { createHash } from 'node:crypto';
import { z } from 'zod';
import { problem } from '../registry/errors.js';
import type { RequestContext } from './context.js';

const MAC_BYTES = 16;

/** What a cursor is good for: the same list, filtered and sorted the same way. */
export interface CursorContext {
  readonly resource: string;
  readonly sort: string;
  /** The normalized filters; absent ones are left out or null. */
  readonly filters: Readonly<Record<string, string | number | boolean | null>>;
}

/** Where a walk stands. */
export interface Position {
  /** The instant of the first page: what came later stays outside the walk. */
  readonly at: Date;
  /** The sort keys of the last row that was given out; the id is the last of them. */
  readonly after: readonly string[] | null;
}

const content = z.object({
  v: z.literal(1),
  c: z.string(),
  t: z.number().int(),
  k: z.array(z.string()),
});

/**
 * Reads the cursor of a request, or begins a walk at this instant (Spec 4.1).
 * Throws `invalid_input` with the field code `invalid_cursor` for what this service did not make,
 * and `cursor_context_mismatch` for a cursor of another list, filter or sort.
 */
export function readCursor(
  ctx: RequestContext,
  cursor: string | null | undefined,
  context: CursorContext,
): Position {
  if (cursor === null || cursor === undefined) {
    return { at: ctx.platform.clock.now(), after: null };
  }
  const bytes = Buffer.from(cursor, 'base64url');
  const mac = bytes.subarray(0, MAC_BYTES);
  const text = bytes.subarray(MAC_BYTES);
  const expected = ctx.platform.keys.mac('cursors', text).subarray(0, MAC_BYTES);
  if (bytes.toString('base64url') !== cursor || !expected.equals(mac)) {
    throw refused('invalid_cursor');
  }
  const parsed = content.safeParse(JSON.parse(text.toString('utf8')));
  if (!parsed.success) throw refused('invalid_cursor');
  if (parsed.data.c !== digest(context)) throw refused('cursor_context_mismatch');
  return { at: new Date(parsed.data.t), after: parsed.data.k };
}

/** Makes the cursor that goes on after a row with these sort keys. */
export function writeCursor(
  ctx: RequestContext,
  context: CursorContext,
  at: Date,
  keys: readonly string[],
): string {
  const text = Buffer.from(
    JSON.stringify({ v: 1, c: digest(context), t: at.getTime(), k: keys }),
    'utf8',
  );
  const mac = ctx.platform.keys.mac('cursors', text).subarray(0, MAC_BYTES);
  return Buffer.concat([mac, text]).toString('base64url');
}

function digest(context: CursorContext): string {
  const filters = Object.entries(context.filters)
    .filter(([, value]) => value !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([context.resource, context.sort, filters]))
    .digest('base64url')
    .slice(0, 16);
}

function refused(code: 'invalid_cursor' | 'cursor_context_mismatch'): Error {
  return problem('invalid_input', { fields: [{ field: 'cursor', code }] });
}
