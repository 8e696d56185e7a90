import { ArgsType, type ClassType, Extensions, Field, Int, ObjectType } from 'type-graphql';
import type { SnapshotRow } from '../platform/database/snapshot.js';
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
import { type Pagination, unlessUnchanged } from './validator.js';

/** The cursor and page size of a list request. */
export interface PageInput {
  /** Null or absent for the first page. */
  readonly cursor?: string | null;
  /** Null or absent for `LIMITS.pageSizeDefault`. */
  readonly limit?: number | null;
}

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly pagination: Pagination;
}

/** A list with keyset pagination. Its rows carry the snapshot in which they were read. */
export interface PagedList<R extends SnapshotRow> {
  readonly context: CursorContext;
  /** Reads up to `limit` rows after the position, in the order of the list. */
  read(position: Position, limit: number): Promise<readonly R[]>;
  /** The sort keys of a row, its id last. */
  keysOf(row: R): readonly string[];
  /**
   * The part of a row that distinguishes two pages, for `unlessUnchanged`. By default, every member
   * except the snapshot.
   */
  stampOf?(row: R): unknown;
}

/**
 * Reads one page and encodes the cursor of the next. It reads one row more than requested to set
 * `hasMore`. If the caller already has the public page, and the cursor in it is still recent, this
 * throws `Unchanged`. Throws `invalid_input` for a limit outside 1 to `LIMITS.pageSizeMax`, and the
 * errors of `openCursor` and `positionIn`. A function `list` runs only after the cursor is checked,
 * so that a forged cursor costs no statement.
 */
export async function readPage<R extends SnapshotRow>(
  ctx: RequestContext,
  input: PageInput,
  list: PagedList<R> | (() => Promise<PagedList<R>>),
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
  const nextCursor =
    hasMore && last
      ? writeCursor(ctx, listing.context, {
          begunAt,
          snapshot: position.snapshot ?? last.snapshot,
          after: listing.keysOf(last),
        })
      : null;
  const pagination = { nextCursor, hasMore, limit };
  unlessUnchanged(ctx, [items.map((row) => stampOf(row)), more, limit], pagination);
  return { items, pagination };
}

/** The snapshot is not part of the response. */
function shownOf({ snapshot: _, ...shown }: SnapshotRow): unknown {
  return shown;
}

function limitOf({ limit }: PageInput): number {
  if (limit === null || limit === undefined) return LIMITS.pageSizeDefault;
  if (limit < 1)
    throw problem('invalid_input', { fields: [{ field: 'limit', code: 'too_small' }] });
  if (limit <= LIMITS.pageSizeMax) return limit;
  throw problem('invalid_input', { fields: [{ field: 'limit', code: 'too_large' }] });
}

/** Returns the page with other items, and the same pagination. */
export function mapPage<R, T>(page: Page<R>, items: readonly T[]): Page<T> {
  return { items, pagination: page.pagination };
}

/**
 * Adds the cursor and the page size of a list to its other arguments: `class ModListArgs extends
 * paged(ModFilterArgs)`.
 */
export function paged<T extends object>(others: ClassType<T>): ClassType<T & PageInput> {
  // TypeScript allows a mixin only over a constructor with these parameters.
  const Others = others as new (...args: unknown[]) => object;
  @ArgsType()
  class Paged extends Others implements PageInput {
    @Field(() => String, {
      nullable: true,
      description: 'The next cursor of the previous page. Keep the same filters and order.',
    })
    readonly cursor?: string | null;

    @Field(() => Int, {
      nullable: true,
      description: `1 to ${LIMITS.pageSizeMax}, ${LIMITS.pageSizeDefault} if omitted.`,
    })
    @Extensions({
      jsonSchema: { minimum: 1, maximum: LIMITS.pageSizeMax, default: LIMITS.pageSizeDefault },
    })
    readonly limit?: number | null;
  }
  return Paged as ClassType<T & PageInput>;
}

@ArgsType()
class NoArgs {}

/** The cursor and page size of a list. */
@ArgsType()
export class PageArgs extends paged(NoArgs) {}

/** The pagination part of a page. */
@ObjectType('Pagination', { simpleResolvers: true })
class PaginationType implements Pagination {
  @Field(() => String, { nullable: true, description: 'Opaque; null on the last page.' })
  readonly nextCursor!: string | null;

  @Field(() => Boolean, { description: 'Whether another page follows.' })
  readonly hasMore!: boolean;

  @Field(() => Int, { description: 'The highest number of items of this page.' })
  readonly limit!: number;
}

/**
 * Creates the GraphQL type of one page of items: `const GamePage = pageType('GamePage', () =>
 * Game)`.
 */
export function pageType<T extends object>(
  name: string,
  item: () => ClassType<T>,
): ClassType<Page<T>> {
  @ObjectType(name, { simpleResolvers: true })
  class PageOf implements Page<T> {
    @Field(() => [item()])
    readonly items!: readonly T[];

    @Field(() => PaginationType)
    readonly pagination!: Pagination;
  }
  return PageOf;
}

type FilterPart = string | Date | readonly string[] | null;

/** All members of a filter are required, so a forgotten one is a compile error. */
type FilterParts<F> = { readonly [K in keyof F]-?: F[K] | undefined };

/**
 * Normalizes the filters of a list for its cursors. Absent and empty parts become null; dates
 * become ISO strings, lists sorted texts. The type requires every part: without one, a cursor would
 * continue in another list.
 */
export function filtersOf<F extends { readonly [K in keyof F]?: FilterPart | undefined }>(
  parts: FilterParts<F>,
): Record<keyof F, string | null>;
export function filtersOf(parts: Readonly<Record<string, FilterPart | undefined>>) {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, textOf(part)]));
}

function textOf(part: FilterPart | undefined): string | null {
  if (part instanceof Date) return part.toISOString();
  return (typeof part === 'string' ? part : part?.toSorted().join()) || null;
}
