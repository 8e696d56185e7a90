import type { Database } from '../../database/connect.js';
import { Prisma } from '../../database/generated/client.js';
import { authorId, withFacets } from '../../database/mod-clauses.js';
import { committed, SNAPSHOT } from '../../database/snapshot.js';
import { foreignPosition } from '../own-positions.js';
import type { FoundMod, SearchFilter } from '../search.port.js';
import { MeiliFailure } from './failure.js';
import type { Candidate, SearchScope } from './request.js';

/** The values that a search reads before it asks Meilisearch. */
export interface OpenedScope extends SearchScope {
  /**
   * PostgreSQL's snapshot from before the request to Meilisearch. A write commits only after
   * Meilisearch has its documents. So the index had all documents of the snapshot's transactions.
   */
  readonly snapshot: string;
}

interface ScopeRow extends OpenedScope {
  readonly lacksWrites: boolean;
  readonly isBeforeFill: boolean;
}

/** The filters of a search, and the snapshot of its first page. */
interface ScopeFilter extends Pick<SearchFilter, 'gameSlug' | 'author'> {
  readonly snapshot?: string | null;
}

/**
 * Reads the ids of a filter. Null if its game or author does not exist. `engine` is the name of the
 * index in the table `search_engines`. Throws MeiliFailure if the index lacks writes, and
 * `foreignPosition` if it was filled after the first page: its documents name later transactions,
 * so the walk would end without an error.
 */
export async function openScope(
  db: Database,
  engine: string,
  { gameSlug, author, snapshot = null }: ScopeFilter,
): Promise<OpenedScope | null> {
  const none = Prisma.sql`null::uuid`;
  const game = gameSlug ? Prisma.sql`(select id from games where slug = ${gameSlug})` : none;
  const [row] = await db.$queryRaw<ScopeRow[]>`
    select ${SNAPSHOT}, ${game} as "gameId", ${author ? authorId(author) : none} as "authorId",
      coalesce(e.failed_at is not null, false) as "lacksWrites",
      not coalesce(${committed(Prisma.sql`e.filled_in`, snapshot)}, true) as "isBeforeFill"
    from (select) one left join search_engines e on e.engine = ${engine}`;
  if (!row || row.lacksWrites) throw new MeiliFailure('the index lacks writes', true);
  if (row.isBeforeFill) throw foreignPosition();
  if ((gameSlug && row.gameId === null) || (author && row.authorId === null)) return null;
  return row;
}

/** The current state of a mod that a search found. */
export interface ReadMod extends FoundMod {
  readonly id: string;
  readonly gameId: string;
  readonly facets: readonly string[];
}

/**
 * Reads the mods of the candidates, by id. Leaves out those that are not published or do not match
 * the filter now. Beyond the first page, the document of a candidate also has to be visible in the
 * snapshot of the walk.
 */
export async function readMods(
  db: Database,
  candidates: readonly Candidate[],
  { facets }: Pick<SearchFilter, 'facets'>,
  { gameId, authorId: author }: SearchScope,
  snapshot: string | null,
): Promise<Map<string, ReadMod>> {
  const ids = candidates.map(({ modId }) => modId);
  const written = candidates.map(({ writtenIn }) => writtenIn);
  const rows = await db.$queryRaw<ReadMod[]>`
    select m.id, m.game_id as "gameId", m.facets, m.state::text, m.revision,
      m.snapshot_revision as "documentRevision", m.downloads_count as "downloadsCount"
    from unnest(${ids}::uuid[], ${written}::text[]) as c(mod_id, written_in)
    join mods m on m.id = c.mod_id
    where m.state = 'published' and ${committed(Prisma.sql`c.written_in::xid8`, snapshot)}
      ${gameId === null ? Prisma.empty : Prisma.sql`and m.game_id = ${gameId}::uuid`}
      ${author === null ? Prisma.empty : Prisma.sql`and m.author_id = ${author}::uuid`}
      ${withFacets(facets)}`;
  return new Map(rows.map((row) => [row.id, row]));
}
