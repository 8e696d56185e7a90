import { createHash } from 'node:crypto';
import { z } from 'zod';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import type { RequestContext } from './context.js';

const MAC_BYTES = 16;

/** The list that a cursor belongs to: its name, order and filters. */
export interface CursorContext {
  readonly resource: string;
  readonly sort: string;
  /** The normalized filters; absent ones are left out or null. */
  readonly filters: Readonly<Record<string, string | number | boolean | null>>;
}

/** A position in a list. */
export interface Position {
  /**
   * The PostgreSQL snapshot of the first page. Rows committed later stay outside the walk. Null on
   * the first page.
   */
  readonly snapshot: string | null;
  /** The sort keys of the last returned row; its id comes last. Null on the first page. */
  readonly after: readonly string[] | null;
}

/** A walk through a list that a cursor continues. */
export interface Walk {
  /** A digest of the list, its filters and its order. */
  readonly context: string;
  /** When the first page was read. */
  readonly begunAt: Date;
  /** As in `Position`. */
  readonly snapshot: string;
  readonly after: readonly string[];
}

const content = z.object({
  v: z.literal(2),
  c: z.string(),
  t: z.number().int(),
  s: z.string(),
  k: z.array(z.string()),
});

/**
 * Decodes a cursor, or returns null without one. Callers run it before other checks. Spec 4.1.
 * Throws `invalid_input` with a field code:
 * - `invalid_cursor` if this service did not issue the cursor, or an earlier release in another
 *   form
 * - `cursor_context_mismatch` if the walk began more than `walkLifetimeSeconds` ago; clients begin
 *   again after this code
 */
export function openCursor(ctx: RequestContext, cursor: string | null | undefined): Walk | null {
  if (cursor === null || cursor === undefined) return null;
  const bytes = Buffer.from(cursor, 'base64url');
  const text = bytes.subarray(MAC_BYTES);
  const { keys } = ctx.platform;
  const isOurs = keys.verify('cursors', text, bytes.subarray(0, MAC_BYTES), MAC_BYTES);
  // The decoder accepts several spellings of the same bytes; only the canonical one is valid.
  if (!isOurs || bytes.toString('base64url') !== cursor) throw refused('invalid_cursor');
  const parsed = content.safeParse(JSON.parse(text.toString('utf8')));
  if (!parsed.success) throw refused('invalid_cursor');
  const { c: context, t, s: snapshot, k: after } = parsed.data;
  const ageMs = ctx.platform.clock.now().getTime() - t;
  if (ageMs > LIMITS.walkLifetimeSeconds * 1000) throw refused('cursor_context_mismatch');
  return { context, begunAt: new Date(t), snapshot, after };
}

/**
 * The position from which to start or continue a list. Throws `invalid_input` with
 * `cursor_context_mismatch` if the cursor belongs to another list, filter or order.
 */
export function positionIn(context: CursorContext, walk: Walk | null): Position {
  if (walk && walk.context !== digest(context)) throw refused('cursor_context_mismatch');
  return { snapshot: walk?.snapshot ?? null, after: walk?.after ?? null };
}

/** Encodes the cursor that continues after the row with the sort keys `after`. */
export function writeCursor(
  ctx: RequestContext,
  context: CursorContext,
  { begunAt, snapshot, after }: Omit<Walk, 'context'>,
): string {
  const content = { v: 2, c: digest(context), t: begunAt.getTime(), s: snapshot, k: after };
  const text = Buffer.from(JSON.stringify(content), 'utf8');
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
