import { Prisma } from '../../../platform/database/generated/client.js';
import { byAuthor, withFacets } from '../../../platform/database/mod-clauses.js';
import type { Platform } from '../../../platform/platform.js';
import type { FacetCounts } from '../../../platform/search/search.port.js';
import { LIMITS } from '../../../registry/limits.js';
import { beginningsOfVersion, endsOfLoader, wantedFacets } from '../documents/facets.js';
import type { ModFilter } from '../mods/list-mods.js';

interface CountRow {
  /** The game whose mods the row counts; null if it counts the mods with `key` in all games. */
  readonly gameId: string | null;
  /** A key of `Mod.facets`; empty in the row of a game. */
  readonly key: string;
  readonly mods: number;
}

/**
 * Counts the published mods that pass a filter. One statement, and one more for the id of an
 * author. Without a filter, or by game only, the counts come from stored sums. With any other
 * filter, at most `LIMITS.countedMods` mods are read.
 */
export async function countFacets({ db }: Platform, filter: ModFilter): Promise<FacetCounts> {
  const facets = wantedFacets(filter);
  const isStored = facets.length === 0 && !filter.author;
  const rows = isStored
    ? await db.$queryRaw<CountRow[]>(storedCounts(filter))
    : await db.$queryRaw<CountRow[]>(
        countsOf(filter, Prisma.sql`${withFacets(facets)} ${await byAuthor(db, filter.author)}`),
      );
  const games = rows.flatMap(({ gameId, mods }) =>
    gameId === null ? [] : ([[gameId, mods]] as const),
  );
  const total = games.reduce((sum, [, mods]) => sum + mods, 0);
  return {
    total,
    isComplete: isStored || total < LIMITS.countedMods,
    games: new Map(games),
    facets: new Map(rows.flatMap(({ key, mods }) => (key === '' ? [] : [[key, mods]]))),
  };
}

/** The sums of the rows that triggers on `mods` write. */
function storedCounts({ gameSlug }: ModFilter): Prisma.Sql {
  const inGame = gameSlug
    ? Prisma.sql`where game_id = (select id from games where slug = ${gameSlug})`
    : Prisma.empty;
  return Prisma.sql`
    with counts as materialized (
      select game_id, key, sum(mods)::int as mods from facet_counts ${inGame} group by 1, 2)
    select game_id as "gameId", key, mods from counts where key = '' and mods > 0
    union all
    select null, key, sum(mods)::int from counts where key <> '' group by key having sum(mods) > 0`;
}

function countsOf(requested: ModFilter, filter: Prisma.Sql): Prisma.Sql {
  const { gameSlug } = requested;
  const inGame = gameSlug
    ? Prisma.sql`and m.game_id = (select id from games where slug = ${gameSlug})`
    : Prisma.empty;
  return Prisma.sql`
    with found as materialized (
      select m.game_id, m.facets from mods m where m.state = 'published' ${inGame} ${filter}
      limit ${LIMITS.countedMods})
    select game_id as "gameId", '' as key, count(*)::int as mods from found group by 1
    union all
    select null, key, count(*)::int from found, lateral (${keysOf(requested)}) counted
    where key is not null group by key`;
}

/** The keys to count of a found mod: those of `countedKeys`. */
function keysOf({ gameVersion: version, loader }: ModFilter): Prisma.Sql {
  const keys = Prisma.sql`select key from unnest(found.facets) key`;
  const plain = ['c:', ...(loader ? [] : ['v:']), ...(version ? [] : ['l:'])];
  const ends = loader ? endsOfLoader(loader) : [];
  const beginnings = version ? beginningsOfVersion(version) : [];
  return Prisma.join(
    [
      Prisma.sql`${keys} where left(key, 2) = any(${plain}::text[])`,
      ...ends.map(
        (end) => Prisma.sql`
          select 'v:' || (substr(key, 3)::jsonb ->> 0) from (${keys}
            where left(key, 2) = 'p:' and right(key, length(${end})) = ${end}) pairs`,
      ),
      ...beginnings.map(
        (start) => Prisma.sql`
          select 'l:' || (substr(key, 3)::jsonb ->> 1) from (${keys} where starts_with(key, ${start})) pairs`,
      ),
    ],
    ' union ',
  );
}

/**
 * Replaces the stored changes of counts by their sums, so that few rows are read. Runs may overlap:
 * each replaces the rows that it deletes itself.
 */
export async function compactFacetCounts({ db }: Platform): Promise<void> {
  await db.$executeRaw`
    with old as (delete from facet_counts returning game_id, key, mods)
    insert into facet_counts (game_id, key, mods)
    select game_id, key, sum(mods) from old group by 1, 2 having sum(mods) <> 0`;
}
