import { Prisma } from '../../database/generated/client.js';
import type { Alternatives, Tier } from './alternatives.js';
import { TITLE } from './entry-rows.js';
import type { ResolvedQuery } from './resolve-query.js';
import type { Group } from './score.js';
import { CLOSED } from './write-entries.js';

/**
 * Where a search with many matches looks for candidates: among the most popular mods, among more of
 * them, or among all. It takes the next breadth if a page is not full.
 */
export const BREADTHS = ['popular', 'wide', 'all'] as const;
/** One of `BREADTHS`. */
export type Breadth = (typeof BREADTHS)[number];

/**
 * The rank of the last mod of the level 0. Levels divide mods by popularity; each next one ends at
 * twice the rank.
 */
export const LEVEL_RANK = 500;
/** The last level that ends at a rank. That rank is about a billion. */
export const LAST_LEVEL = 21;

/** The estimated number of matches that the chosen levels of popularity leave. */
const WANTED: Readonly<Record<Breadth, number>> = { popular: 300, wide: 10_000, all: Infinity };

/** More matches than this are bounded by a level. */
const MANY = 1000;

/** The text in which a group looks. */
const TEXTS: Readonly<Record<Group, Tier>> = {
  names: 'names',
  texts: 'texts',
  best: 'body',
  rest: 'body',
};

/**
 * The last level that leaves enough candidates. Null, for no bound, if there are few matches or
 * mods anyway, and for the breadth `all`.
 */
export function levelFor(
  { words, gameId, mods }: ResolvedQuery,
  group: Group,
  breadth: Breadth,
): number | null {
  const among = gameId === null ? mods.all : mods.game;
  if (WANTED[breadth] === Infinity || among <= LEVEL_RANK) return null;
  const share = (word: Alternatives) =>
    Math.min(1, word.counts[TEXTS[group]] / Math.max(1, mods.all));
  const matches = words.reduce(
    (number, word) => number * share(group === 'best' ? word.best : word),
    among,
  );
  if (matches <= MANY) return null;
  const rank = (WANTED[breadth] / matches) * among;
  return Math.max(0, Math.ceil(Math.log2(rank / LEVEL_RANK)));
}

/** The condition that an entry has one of the labels. Walks also read entries closed since. */
export function hasLabel(labels: readonly string[], snapshot: string | null): Prisma.Sql {
  const closed = snapshot === null ? [] : labels.map((label) => `${CLOSED}${label}`);
  return Prisma.sql`d.labels && ${[...labels, ...closed]}::text[]`;
}

/** The labels of the levels up to one. */
export function labelsOfLevels(last: number, { gameId }: ResolvedQuery): string[] {
  const scope = gameId === null ? 'p:' : `g:${gameId}:`;
  return Array.from({ length: last + 1 }, (_, at) => `${scope}${at}`);
}

/** The labels of the titles that a query may mean. */
export function labelsOfTitles({ titles }: ResolvedQuery): string[] {
  return titles.map((title) => `${TITLE}${title}`);
}
