import { Prisma } from '../../database/generated/client.js';
import { existedAt } from '../../database/snapshot.js';
import { type ResolvedQuery, type ResolvedWord, TIERS, type Tier } from './resolve-query.js';
import { ALL_WORDS } from './score.js';
import { asQuery } from './term-queries.js';
import { CLOSED } from './write-entries.js';

/**
 * How many of the mods that match are candidates: of a common word the most popular ones, then more
 * of them, then any.
 */
export const BREADTHS = ['popular', 'wide', 'all'] as const;
export type Breadth = (typeof BREADTHS)[number];

/** The most candidates of a search. Each is read and scored. */
const CANDIDATES = 500;

/** The estimated candidates that a level of popularity has to leave. */
const WANTED: Readonly<Record<Breadth, number>> = { popular: 300, wide: 10_000, all: Infinity };

/** More matches than this are bounded by a level. */
const MANY = 1000;

/** A word of at most so many mods bounds the matches well below the most candidates. */
const RARE = CANDIDATES / 2;

/**
 * The rank of the last mod of the level 0. Levels divide mods by popularity; each next one ends at
 * twice the rank.
 */
export const LEVEL_RANK = 500;
/** The number of levels, enough for a billion mods. */
export const LEVELS = 21;

/** The candidates of a search. */
export interface Candidates {
  /**
   * Queries for entries with the words of `asked` (see `askedFor`), with the columns that a score
   * needs. A null snapshot reads the current entries.
   */
  select(snapshot: string | null, filter: Prisma.Sql): CandidateQueries;
  /** Whether a level of popularity bounds them. */
  readonly isBounded: boolean;
  /** The most candidates to read. */
  readonly limit: number;
}

/** The queries for the candidates of a search. The caller bounds both together to `limit`. */
interface CandidateQueries {
  /** Those with all words in the title, or all candidates if there are few. */
  readonly first: Prisma.Sql;
  /** The other candidates, if an SQL condition is true. Null if the first query returns all. */
  readonly others: ((condition: Prisma.Sql) => Prisma.Sql) | null;
}

/** The queries of a search that reads other mods only if the titles do not fill a page. */
export type TieredQueries = CandidateQueries & {
  readonly others: NonNullable<CandidateQueries['others']>;
};

/**
 * The first mods that match, by the tier of the match: all words in the title, then in title,
 * summary and keywords, then in all texts. PostgreSQL reads a tier only if the tiers before it have
 * too few. Within a tier the index returns no order, so a label bounds common words to the most
 * popular mods. With `titlesOnly`, only the first tier counts.
 */
export function candidates(
  resolved: ResolvedQuery,
  breadth: Breadth,
  titlesOnly = false,
): Candidates {
  const read = titlesOnly ? (['names'] as const) : isRare(resolved) ? (['body'] as const) : TIERS;
  const tiers = read.map((tier, at) => ({
    tier,
    broader: read[at - 1],
    labels: labelsFor(resolved, tier, breadth),
  }));
  return {
    limit: CANDIDATES,
    isBounded: tiers.some(({ labels }) => labels !== null),
    select(snapshot, filter) {
      const join =
        filter.sql.trim() === '' ? Prisma.empty : Prisma.sql`join mods m on m.id = d.mod_id`;
      const [first, ...others] = tiers.map(({ tier, broader, labels }) => {
        const isNew = broader ? Prisma.sql`and not ${hasAllWords(broader)}` : Prisma.empty;
        const level = labels === null ? Prisma.empty : withLabels(labels, snapshot);
        return (condition: Prisma.Sql) => Prisma.sql`
          (select d.id, d.mod_id, d.popularity, d.titles, d.title_words, d.names, d.texts
          from search_entries d ${join}
          where ${condition} and ${hasAllWords(tier)} ${isNew} ${inGame(resolved, snapshot)}
            ${level} and ${existedAt('d', snapshot)} ${filter} limit ${CANDIDATES})`;
      });
      if (!first) throw new Error('a search reads at least one tier');
      return {
        first: first(Prisma.sql`true`),
        others: others.length === 0 ? null : unionOf(others),
      };
    },
  };
}

/** One query for the entries of several. */
function unionOf(queries: readonly ((condition: Prisma.Sql) => Prisma.Sql)[]) {
  return (condition: Prisma.Sql): Prisma.Sql => {
    const parts = queries.map((query) => query(condition));
    return Prisma.sql`${Prisma.join(parts, ' union all ')}`;
  };
}

/** A query for all candidates of a search, at most `limit`. */
export function allOf({ first, others }: CandidateQueries, limit: number): Prisma.Sql {
  const rest = others ? Prisma.sql`union all ${others(Prisma.sql`true`)}` : Prisma.empty;
  return Prisma.sql`select * from ((${first}) ${rest}) d limit ${limit}`;
}

/** The condition that all words match in a tier. */
export function matchesIn(tier: Tier, { words }: ResolvedQuery): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(`d.${tier}`)} @@ ${asQuery(words)}::tsquery`;
}

/**
 * The condition of `matchesIn`, with the words of `asked`. The planner then expects few matches and
 * reads the index. For a known word that many mods have, it would read the whole table until it has
 * enough rows.
 */
function hasAllWords(tier: Tier): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(`d.${tier}`)} @@ ${ALL_WORDS}`;
}

/** The condition that a mod is in the game of the search. */
export function inGame({ gameId }: ResolvedQuery, snapshot: string | null): Prisma.Sql {
  return gameId === null ? Prisma.empty : withLabels([`g:${gameId}`], snapshot);
}

/** The condition that an entry has one of the labels. Walks also read entries closed since. */
function withLabels(labels: readonly string[], snapshot: string | null): Prisma.Sql {
  const closed = snapshot === null ? [] : labels.map((label) => `${CLOSED}${label}`);
  return Prisma.sql`and d.labels && ${[...labels, ...closed]}::text[]`;
}

/** The levels that should leave enough candidates; null if there are few matches anyway. */
function labelsFor(
  { words, gameId, mods }: ResolvedQuery,
  tier: Tier,
  breadth: Breadth,
): string[] | null {
  const among = gameId === null ? mods.all : mods.game;
  if (WANTED[breadth] === Infinity || among <= LEVEL_RANK) return null;
  const matches = among * words.reduce((share, word) => share * shareOf(word, tier, mods.all), 1);
  if (matches <= MANY) return null;
  const rank = (WANTED[breadth] / matches) * among;
  const level = Math.max(0, Math.ceil(Math.log2(rank / LEVEL_RANK)));
  const scope = gameId === null ? 'p:' : `g:${gameId}:`;
  return Array.from({ length: level + 1 }, (_, at) => `${scope}${at}`);
}

/**
 * Whether all matches are surely candidates. Each tier contains the one before, so the last one
 * then has them all, and one look into the index is enough.
 */
function isRare({ words, mods }: ResolvedQuery): boolean {
  return mods.all > 0 && Math.min(...words.map(({ counts }) => counts.body)) <= RARE;
}

/** The share of all mods that satisfy a word in a tier. */
function shareOf({ counts }: ResolvedWord, tier: Tier, all: number): number {
  return Math.min(1, counts[tier] / Math.max(1, all));
}
