import { Prisma } from '../../../platform/database/generated/client.js';
import { byAuthor, withFacets } from '../../../platform/database/mod-clauses.js';
import {
  existedAt,
  requireGeneration,
  SNAPSHOT,
  type SnapshotRow,
} from '../../../platform/database/snapshot.js';
import { type FieldProblem, problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import type { Position } from '../../../request/cursor.js';
import { isId } from '../../../request/ids.js';
import { inOrderOf } from '../../../request/loaders.js';
import {
  filtersOf,
  mapPage,
  type Page,
  type PagedList,
  type PageInput,
  readPage,
} from '../../../request/page.js';
import { unlessUnchanged } from '../../../request/validator.js';
import { modsOf } from '../documents/cached-documents.js';
import { wantedFacets } from '../documents/facets.js';
import { HEAD_COLUMNS, headStamp, type ModHead } from '../documents/present-mod.js';
import type { Mod } from './mod.type.js';
import { publishedHeads } from './read-mods.js';

/**
 * The orders of mod lists. `relevance` is for searches only. `trending` and `downloads` are as of
 * the last `freezeRanks`.
 */
export const ModSort = {
  relevance: 'relevance',
  latest: 'latest',
  trending: 'trending',
  downloads: 'downloads',
} as const;
/** One of `ModSort`. */
export type ModSort = (typeof ModSort)[keyof typeof ModSort];

/**
 * The filters of a list of mods. A null, absent or empty member does not filter. A value that no
 * mod has, or an unknown game, matches no mod.
 */
export interface ModFilter {
  readonly gameSlug?: string | null;
  readonly gameVersion?: string | null;
  readonly loader?: string | null;
  readonly category?: string | null;
  /** The username or the id of an account. */
  readonly author?: string | null;
}

interface ListedMod extends ModHead, SnapshotRow {
  readonly sortKey: string;
  /** The generation of a rank order; null for the order by time. */
  readonly generation: number | null;
}

/**
 * Published mods with keyset pagination. One statement for the page, one for the id of an author,
 * and one for mod documents that are not cached. Spec 4.1. Throws `invalid_input` for an invalid
 * limit or cursor, also for a cursor whose frozen rank order was deleted.
 */
export async function listMods(
  ctx: RequestContext,
  filter: ModFilter,
  sort: Exclude<ModSort, 'relevance'>,
  page: PageInput,
): Promise<Page<Mod>> {
  const listing: PagedList<ListedMod> = {
    context: { resource: 'mods', sort, filters: { ...modFilters(filter) } },
    async read(position, limit) {
      const where = Prisma.sql`m.state = 'published' ${gameClause(filter)}
        ${withFacets(wantedFacets(filter))} ${await byAuthor(ctx.platform.db, filter.author)}`;
      const rows = await ctx.platform.db.$queryRaw<ListedMod[]>(
        sort === 'latest'
          ? byPublication(where, position, limit)
          : byRank(sort, where, position, limit),
      );
      const generation = position.after?.[0];
      if (rows.length === 0 && generation)
        await requireGeneration(ctx.platform.db, Number(generation));
      return rows;
    },
    keysOf: (row) => [String(row.generation ?? ''), row.sortKey, row.id],
    stampOf: headStamp,
  };
  const heads = await readPage(ctx, page, listing);
  return mapPage(heads, await modsOf(ctx, heads.items));
}

/** The filters that a cursor is bound to. Search adds its text. */
export function modFilters({ gameSlug, gameVersion, loader, category, author }: ModFilter) {
  return filtersOf<ModFilter>({ gameSlug, gameVersion, loader, category, author });
}

function gameClause({ gameSlug }: ModFilter): Prisma.Sql {
  if (!gameSlug) return Prisma.empty;
  return Prisma.sql`and p.game_id = (select id from games where slug = ${gameSlug})`;
}

/** The order of publication as of the start of the walk. */
function byPublication(
  where: Prisma.Sql,
  { snapshot, after }: Position,
  limit: number,
): Prisma.Sql {
  const next = after
    ? Prisma.sql`and (p.published_at, p.mod_id) < (${after[1]}::timestamptz, ${after[2]}::uuid)`
    : Prisma.empty;
  return Prisma.sql`
    select ${HEAD_COLUMNS}, ${SNAPSHOT}, null::int as generation,
      to_char(p.published_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sortKey"
    from mod_publications p join mods m on m.id = p.mod_id
    where ${existedAt('p', snapshot)} and ${where} ${next}
    order by p.published_at desc, p.mod_id desc limit ${limit}`;
}

/** A frozen rank order. The walk stays in the generation in which it began. */
function byRank(
  kind: 'trending' | 'downloads',
  where: Prisma.Sql,
  { snapshot, after }: Position,
  limit: number,
): Prisma.Sql {
  const generation = after
    ? Prisma.sql`${after[0]}::int`
    : Prisma.sql`(select max(id) from rank_generations)`;
  const next = after
    ? Prisma.sql`and (p.value, p.mod_id) < (${after[1]}::float8, ${after[2]}::uuid)`
    : Prisma.empty;
  // A mod that is published during a walk joins the newest generation, which may be the one of the
  // walk. This condition leaves it out, so that all pages show the list of the first page.
  const published = Prisma.sql`exists (
    select from mod_publications l where l.mod_id = m.id and ${existedAt('l', snapshot)})`;
  return Prisma.sql`
    select ${HEAD_COLUMNS}, ${SNAPSHOT}, p.generation, p.value::text as "sortKey"
    from mod_ranks p join mods m on m.id = p.mod_id
    where p.generation = ${generation} and p.kind = ${kind}::"RankKind"
      and ${published} and ${where} ${next}
    order by p.value desc, p.mod_id desc limit ${limit}`;
}

/**
 * The ids of the requested mods. `others` has the further arguments of the request, which must be
 * null or absent.
 */
interface WantedMods {
  readonly ids: readonly string[];
  readonly others: Readonly<Record<string, unknown>>;
}

/**
 * The published mods with these ids on one page, in the given order and without duplicates. Skips
 * unknown ids. One statement, and one more for mod documents that are not cached. Between them,
 * `unlessUnchanged` may end the read with a 304. Throws `invalid_input` for a further argument, a
 * malformed id, or more ids than a page holds. Repeated ids count.
 */
export async function listModsById(
  ctx: RequestContext,
  { ids, others }: WantedMods,
): Promise<Page<Mod>> {
  const fields = [...faultsOf(ids), ...notAllowed(others)];
  if (fields.length > 0) throw problem('invalid_input', { fields });
  const wanted = [...new Set(ids)];
  const found = wanted.length > 0 ? await publishedHeads(ctx, wanted) : [];
  const heads = inOrderOf(wanted, found, ({ id }) => id).flatMap((head) => head ?? []);
  unlessUnchanged(ctx, heads.map(headStamp));
  const pagination = { nextCursor: null, hasMore: false, limit: LIMITS.pageSizeMax };
  return { items: await modsOf(ctx, heads), pagination };
}

function faultsOf(ids: readonly string[]): FieldProblem[] {
  if (ids.length > LIMITS.pageSizeMax) return [{ field: 'ids', code: 'too_many' }];
  return ids.flatMap((id, at) =>
    isId(id) ? [] : [{ field: `ids[${at}]`, code: 'invalid_format' as const }],
  );
}

function notAllowed(others: WantedMods['others']): FieldProblem[] {
  return Object.entries(others).flatMap(([field, value]) =>
    value === null || value === undefined ? [] : [{ field, code: 'not_allowed' as const }],
  );
}
