import { Prisma } from '../../database/generated/client.js';
import { existedAt } from '../../database/snapshot.js';
import {
  type Breadth,
  hasLabel,
  labelsOfLevels,
  labelsOfTitles,
  levelFor,
} from './popularity-levels.js';
import type { ResolvedQuery } from './resolve-query.js';
import { GROUPS, type Group, isAmong, isBestAll, isIn } from './score.js';
import { conditionsOf } from './term-queries.js';

/** The most candidates of a part of a group. Each is read and scored. */
export const CANDIDATES = 500;

/**
 * A word in at most this many mods keeps the matches below `CANDIDATES`, even if its stored count
 * is somewhat outdated.
 */
const RARE = 250;

/** The candidates of a search. */
export interface Candidates {
  /** The groups that a search reads, the first one first. */
  readonly groups: readonly GroupCandidates[];
  /** Whether a level of popularity bounds any of them. */
  readonly isBounded: boolean;
}

/** The candidates of one group, without those of the groups before. */
interface GroupCandidates {
  /** Null if the candidates are of all groups. */
  readonly group: Group | null;
  /**
   * A query for entries with the words of `requested`, with the columns that a score needs. The
   * statement of the caller must define `requested`: `with ${requestedTerms(resolved)}`. The query reads
   * nothing unless the SQL condition `isNeeded` is true. A null snapshot reads the current entries.
   * The `filter` is empty, or conditions for mods `m` that begin with `and`.
   */
  select(
    snapshot: string | null,
    options: { readonly filter: Prisma.Sql; readonly isNeeded?: Prisma.Sql },
  ): Prisma.Sql;
}

/** The bounds of what a search reads. */
interface CandidateOptions {
  readonly breadth: Breadth;
  /** Whether to read only the first group, regardless of `isOne`. */
  readonly titlesOnly?: boolean | undefined;
  /** Whether one query reads the mods of all groups, which is enough if one word is rare. */
  readonly isOne: boolean;
}

/**
 * The first mods that match, by group. Within a group the index returns no order, so labels limit a
 * search for common words to the most popular mods. In the group `names`, separate queries read the
 * mods whose whole title the query may mean. So these are found with any popularity, and however
 * many other mods match.
 */
export function candidates(
  resolved: ResolvedQuery,
  { breadth, titlesOnly = false, isOne }: CandidateOptions,
): Candidates {
  const read = titlesOnly ? (['names'] as const) : isOne ? (['rest'] as const) : groupsOf(resolved);
  const groups = read.map((group: Group, at) => ({
    group,
    before: read.slice(0, at),
    level: levelFor(resolved, group, breadth),
  }));
  return {
    isBounded: groups.some(({ level }) => level !== null),
    groups: groups.map(({ group, before, level }) => ({
      group: isOne && !titlesOnly ? null : group,
      select(snapshot, { filter, isNeeded = Prisma.sql`true` }) {
        const join =
          filter.sql.trim() === '' ? Prisma.empty : Prisma.sql`join mods m on m.id = d.mod_id`;
        const isNew = before.map((it) => Prisma.sql`and not ${isAmong(it)}`);
        const all = (condition: Prisma.Sql) => Prisma.sql`
          select d.id, d.mod_id, d.popularity, d.titles, d.title_words, d.names, d.texts
          from search_entries d ${join}
          where ${isNeeded} ${Prisma.join([...isNew, Prisma.empty], ' ')}
            ${inGame(resolved, snapshot)} and ${condition} and ${existedAt('d', snapshot)} ${filter}
          limit ${CANDIDATES}`;
        const parts = partsOf(group, level, resolved, snapshot);
        return Prisma.join(
          parts.map((part) => Prisma.sql`(${all(part)})`),
          ' union all ',
        );
      },
    })),
  };
}

/**
 * The conditions of the parts of a group, of which each has up to `CANDIDATES`. Few mods have a
 * title that the query may mean, so the index looks only for the titles there: `isAmong` keeps it
 * from looking for each word again.
 */
function partsOf(
  group: Group,
  level: number | null,
  resolved: ResolvedQuery,
  snapshot: string | null,
): Prisma.Sql[] {
  const isBelow = level === null ? null : hasLabel(labelsOfLevels(level, resolved), snapshot);
  const isFound = isIn(group, resolved);
  if (group !== 'names') return [Prisma.sql`${isFound} and ${isBelow ?? Prisma.sql`true`}`];
  const isTitled = hasLabel(labelsOfTitles(resolved), snapshot);
  const titled = Prisma.sql`${isTitled} and ${isAmong(group)}`;
  const others = Prisma.sql`${isFound} and not ${isTitled}`;
  if (!isBelow) return [titled, others];
  return [
    Prisma.sql`${titled} and coalesce(${isBelow}, false)`,
    Prisma.sql`${titled} and not ${isBelow}`,
    Prisma.sql`${others} and ${isBelow}`,
  ];
}

/** Without the last group if the best alternatives are all of them: it would be empty. */
function groupsOf({ words }: ResolvedQuery): readonly Group[] {
  return isBestAll(words) ? GROUPS.filter((group) => group !== 'rest') : GROUPS;
}

/**
 * A query for at most `CANDIDATES` mods that match, for counts. Mods with all words in the title
 * come first, unless a word is rare. The statement must define `requested` (see `GroupCandidates`).
 */
export function firstMatches(resolved: ResolvedQuery, filter: Prisma.Sql): Prisma.Sql {
  const options = { breadth: 'all', isOne: isRare(resolved) } as const;
  const parts = candidates(resolved, options).groups.map(
    ({ select }) => Prisma.sql`(${select(null, { filter })})`,
  );
  return Prisma.sql`select * from (${Prisma.join(parts, ' union all ')}) d limit ${CANDIDATES}`;
}

/** The condition that all words match in any text. */
export function matches({ words }: ResolvedQuery): Prisma.Sql {
  const each = conditionsOf(words).map((text) => Prisma.sql`d.body @@ ${text}::tsquery`);
  return Prisma.join(each, ' and ');
}

/** `and` with the condition that a mod is in the game of the search; empty for all games. */
export function inGame({ gameId }: ResolvedQuery, snapshot: string | null): Prisma.Sql {
  return gameId === null ? Prisma.empty : Prisma.sql`and ${hasLabel([`g:${gameId}`], snapshot)}`;
}

/**
 * Whether all matches are surely candidates; false without statistics. Each group contains the ones
 * before, so the last one then has them all, and one look into the index is enough.
 */
export function isRare({ words, mods }: ResolvedQuery): boolean {
  return mods.all > 0 && Math.min(...words.map(({ counts }) => counts.body)) <= RARE;
}
