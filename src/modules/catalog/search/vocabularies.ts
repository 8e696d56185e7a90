import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Platform } from '../../../platform/platform.js';
import {
  combineGroups,
  type FoldedGroup,
  foldGroup,
  type Vocabulary,
} from '../../../platform/search/plan/vocabulary.js';
import { inScope } from '../../../platform/work-scope.js';
import { LIMITS } from '../../../registry/limits.js';

/**
 * The most groups in all vocabularies of a process. A group for all games counts in each
 * vocabulary. Above the limit, the least recently used vocabularies are made again when a search
 * needs them.
 */
const CACHED_GROUPS = 5 * LIMITS.synonymGroups;

/**
 * The groups that are folded (see `foldGroup`) in one turn of the event loop, in a few
 * milliseconds.
 */
const GROUPS_PER_TURN = 20;

/** A stored group, and the slug of its game; null for all games. */
interface GroupRow {
  readonly id: string;
  readonly revision: number;
  readonly terms: readonly string[];
  readonly gameSlug: string | null;
}

/** A group in the form that vocabularies are made of. */
interface Group {
  /** Differs for any other row, and for any change of this one. */
  readonly stamp: string;
  readonly gameSlug: string | null;
  readonly folded: FoldedGroup;
}

/** All groups, and the vocabularies that were made of them. */
interface Synonyms {
  readonly groups: readonly Group[];
  /** The slugs of the games with groups of their own; null stands for the groups for all games. */
  readonly games: ReadonlySet<string | null>;
  /** By the slug of such a game, `ALL` or `GLOBAL`. */
  readonly vocabularies: LRUCache<string, Vocabulary>;
}

/** Every group. No slug has this character. */
const ALL = '*';

/** The groups for all games, for games without groups of their own. */
const GLOBAL = '';

interface Reading {
  /** When it began, in milliseconds. */
  readonly begunAt: number;
  readonly synonyms: Promise<Synonyms>;
}

const readings = new WeakMap<Platform, Reading>();

/**
 * Returns the synonyms for searches in a game, or in all games if `gameSlug` is null. The groups
 * for all games always apply too. A process reads them with one statement, at most once in
 * `LIMITS.synonymFreshnessSeconds`, for any number of searches; after `expireVocabularies` it reads
 * them again. If a read fails, the synonyms of the last successful one apply. Throws the error of
 * the read if no earlier one succeeded.
 */
export async function vocabularyOf(
  platform: Platform,
  gameSlug: string | null,
): Promise<Vocabulary> {
  const { groups, games, vocabularies } = await currentSynonyms(platform);
  const key = gameSlug === null ? ALL : games.has(gameSlug) ? gameSlug : GLOBAL;
  const cached = vocabularies.get(key);
  if (cached) return cached;
  const own = groups.filter((group) => key === ALL || (group.gameSlug ?? key) === key);
  const made = combineGroups(own.map(({ folded }) => folded));
  vocabularies.set(key, made, { size: own.length + 1 });
  return made;
}

/** Makes the next search of this process read the synonyms again. */
export function expireVocabularies(platform: Platform): void {
  const last = readings.get(platform);
  if (last) readings.set(platform, { ...last, begunAt: Number.NEGATIVE_INFINITY });
}

/** Returns the current read, which concurrent searches share. A failed one is not kept. */
function currentSynonyms(platform: Platform): Promise<Synonyms> {
  const now = platform.clock.now().getTime();
  const last = readings.get(platform);
  const isFresh = last && Math.abs(now - last.begunAt) < LIMITS.synonymFreshnessSeconds * 1000;
  if (isFresh) return last.synonyms;
  // Not in the scope of the first search: the others must not end with its client.
  const synonyms = inScope({ lane: 'requests', gone: null }, () => readSynonyms(platform, last));
  const reading = { begunAt: now, synonyms };
  readings.set(platform, reading);
  reading.synonyms.catch(() => {
    if (readings.get(platform) === reading) readings.delete(platform);
  });
  return reading.synonyms;
}

/**
 * Returns the last synonyms, with their vocabularies, if nothing has changed since or the read
 * fails. Its statement does not wait for the last read, so slow reads do not queue.
 */
async function readSynonyms(platform: Platform, last: Reading | undefined): Promise<Synonyms> {
  const [before, read] = await Promise.allSettled([last?.synonyms, readRows(platform)]);
  const known = before.status === 'fulfilled' ? before.value : undefined;
  if (read.status === 'rejected') {
    if (!known) throw read.reason;
    platform.log.warn({ err: read.reason }, 'synonyms could not be reloaded');
    return known;
  }
  const rows = read.value;
  const stamps = rows.map(stampOf);
  if (known && stamps.join() === known.groups.map(({ stamp }) => stamp).join()) return known;
  const groups = await foldGroups(rows, known?.groups ?? []);
  const games = new Set(groups.map(({ gameSlug }) => gameSlug));
  return { groups, games, vocabularies: new LRUCache({ maxSize: CACHED_GROUPS }) };
}

function readRows({ db }: Platform): Promise<readonly GroupRow[]> {
  return db.$queryRaw<GroupRow[]>`
    select s.id, s.revision, s.terms, g.slug as "gameSlug"
    from search_synonyms s left join games g on g.id = s.game_id
    order by s.id limit ${LIMITS.synonymGroups}`;
}

/** Folds the groups that are not known yet, with pauses for other requests. */
async function foldGroups(rows: readonly GroupRow[], known: readonly Group[]): Promise<Group[]> {
  const byStamp = new Map(known.map((group) => [group.stamp, group]));
  const groups: Group[] = [];
  let lacking = 0;
  for (const row of rows) {
    const stamp = stampOf(row);
    const group = byStamp.get(stamp);
    if (!group && ++lacking % GROUPS_PER_TURN === 0) await nextTurn();
    groups.push(group ?? { stamp, gameSlug: row.gameSlug, folded: foldGroup(row.terms) });
  }
  return groups;
}

function stampOf({ id, revision, gameSlug }: GroupRow): string {
  return `${id}.${revision}.${gameSlug}`;
}
