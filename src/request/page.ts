import type { Witness } from '../platform/database/snapshot.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import type { RequestContext } from './context.js';
import {
  type CursorContext,
  openCursor,
  type Position,
  positionIn,
  writeCursor,
} from './cursor.js';
import { unlessUnchanged } from './validator.js';

/** How a list is asked for. */
export interface PageInput {
  readonly cursor?: string | null;
  readonly limit?: number | null;
}

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly pagination: {
    readonly nextCursor: string | null;
    readonly hasMore: boolean;
    readonly limit: number;
  };
}

/** A list that is walked by keyset. Its rows tell what was committed when they were read. */
export interface Listing<R extends Witness> {
  readonly context: CursorContext;
  /** Reads up to `limit` rows after the position, in the order of the list. */
  read(position: Position, limit: number): Promise<readonly R[]>;
  /** The sort keys of a row, its id last. */
  keysOf(row: R): readonly string[];
  /** What of a row makes two pages different, for `unlessUnchanged`; by default all that it shows. */
  stampOf?(row: R): unknown;
}

/**
 * Reads one page and makes the cursor of the next. One row more than asked for tells whether there
 * is one. A public page ends here where the caller holds it and the cursor beside it: a walk that was
 * begun a little earlier goes on as well, and one that is older is begun anew.
 * Throws `invalid_input` for a limit outside 1 to 100 and for a cursor that does not fit; one that
 * was altered costs no statement, as a list that has to be prepared is prepared after it.
 */
export async function readPage<R extends Witness>(
  ctx: RequestContext,
  input: PageInput,
  list: Listing<R> | (() => Promise<Listing<R>>),
): Promise<Page<R>> {
  const limit = limitOf(input);
  const walk = openCursor(ctx, input.cursor);
  const begunAt = walk?.begunAt ?? ctx.platform.clock.now();
  const listing = typeof list === 'function' ? await list() : list;
  const position = positionIn(listing.context, walk);
  const rows = await listing.read(position, limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit;
  const { stampOf = shownOf } = listing;
  const more = hasMore && Math.floor(begunAt.getTime() / (LIMITS.walkRenewalSeconds * 1000));
  unlessUnchanged(ctx, [items.map((row) => stampOf(row)), more, limit]);
  const nextCursor =
    hasMore && last
      ? writeCursor(ctx, listing.context, {
          begunAt,
          snapshot: position.snapshot ?? last.snapshot,
          after: listing.keysOf(last),
        })
      : null;
  return { items, pagination: { nextCursor, hasMore, limit } };
}

/** What was committed when a row was read is not shown of it. */
function shownOf({ snapshot: _, ...shown }: Witness): unknown {
  return shown;
}

function limitOf({ limit }: PageInput): number {
  if (limit === null || limit === undefined) return LIMITS.pageSizeDefault;
  if (limit < 1)
    throw problem('invalid_input', { fields: [{ field: 'limit', code: 'too_small' }] });
  if (limit <= LIMITS.pageSizeMax) return limit;
  throw problem('invalid_input', { fields: [{ field: 'limit', code: 'too_large' }] });
}

/** The same page with each row turned into what is shown of it. */
export function mapPage<R, T>(page: Page<R>, items: readonly T[]): Page<T> {
  return { items, pagination: page.pagination };
}
