import { Prisma } from '../../database/generated/client.js';
import { PREPARED } from '../../database/queries.js';
import { compoundLookupKeys } from '../plan/compound-keys.js';
import { lookupKeys } from '../plan/deletion-keys.js';
import { editDistance } from '../plan/edit-distance.js';
import type { Term } from '../plan/query-plan.js';
import { ALL_GAMES, type Runner } from './entry-rows.js';
import { fleetingForms } from './fleeting-vowels.js';

/**
 * Estimated numbers of mods with a term, in three tiers of texts. Each tier contains the one before
 * it.
 */
export interface TermCounts {
  /** Mods with the term in a title. */
  readonly names: number;
  /** Mods with the term in a title, a summary or a keyword. */
  readonly texts: number;
  /** Mods with the term in any of these or in a description. */
  readonly body: number;
}

/**
 * A term of the dictionary that serves a requested one: the same term, its stem or a completion.
 * `stem` is also another case form (`fleetingForms`).
 */
export interface FoundTerm extends TermCounts {
  readonly term: string;
  readonly by: 'term' | 'stem' | 'prefix';
}

/** The terms of the dictionary that serve the terms of a plan. */
export interface Lookup {
  /** The id of the game; null for a search in all games, and for an unknown game. */
  readonly gameId: string | null;
  /** False if the search names a game that does not exist. */
  readonly isKnownGame: boolean;
  /** The estimated numbers of mods in the game (0 for a search in all games) and in all games. */
  readonly mods: { readonly game: number; readonly all: number };
  /** By the requested term. A term that nothing serves is absent. */
  readonly found: ReadonlyMap<string, readonly FoundTerm[]>;
}

/**
 * The maximum number of completions of a prefix; the most frequent ones stay. A search accepts any
 * of them, so PostgreSQL compares each mod that may match with all of them.
 */
const COMPLETIONS = 16;

/**
 * The highest level of frequency (SQL `search_level`). Level 1 begins at one title, and each next
 * level at four times as many. So the highest one begins at four million titles.
 */
const LEVELS_MAX = 12;

interface LookupRow extends FoundTerm {
  readonly requested: string;
}

/** Reads the dictionary with one statement. `gameSlug` is null for a search in all games. */
export async function lookUp(
  db: Runner,
  terms: readonly Term[],
  gameSlug: string | null,
): Promise<Lookup> {
  const requested = [...new Set(terms.map(({ term }) => term))];
  const open = [...new Set(terms.flatMap(({ term, isPrefix }) => (isPrefix ? [term] : [])))];
  const rows = await db.$queryRaw<(LookupRow | GameRow)[]>`${PREPARED}
    ${statistics(gameSlug)} union all ${stored(requested)} union all ${completionsOf(open)}`;
  const found = new Map<string, FoundTerm[]>();
  for (const row of rows) {
    if (row.by === 'mods') continue;
    const others = found.get(row.requested);
    if (others) others.push(row);
    else found.set(row.requested, [row]);
  }
  return { ...gameOf(rows, gameSlug), found };
}

interface GameRow {
  readonly by: 'mods';
  /** The id of the game; null if it does not exist. */
  readonly term: string | null;
  /** The mods of the game, in a column of `LookupRow`. */
  readonly names: number;
  /** The mods of all games, in a column of `LookupRow`. */
  readonly texts: number;
}

function gameOf(
  rows: readonly (LookupRow | GameRow)[],
  slug: string | null,
): Omit<Lookup, 'found'> {
  const game = rows.find((row): row is GameRow => row.by === 'mods');
  const gameId = game?.term ?? null;
  return {
    gameId,
    isKnownGame: slug === null || gameId !== null,
    mods: { game: game?.names ?? 0, all: game?.texts ?? 0 },
  };
}

/**
 * A value that the planner does not know. PostgreSQL keeps the general plan of a statement only if
 * its estimated cost is as low as that of a plan for the given values.
 */
function unknown(value: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(select ${value})`;
}

/** A bound that is the same in each statement. A general plan does not know a parameter. */
function constant(bound: number): Prisma.Sql {
  return Prisma.raw(String(bound));
}

function statistics(gameSlug: string | null): Prisma.Sql {
  const mods = (id: Prisma.Sql) =>
    Prisma.sql`coalesce((select mods from search_statistics where game_id = ${id}), 0)`;
  return Prisma.sql`
    select 'mods' as by, '' as requested, g.id::text as term, ${mods(Prisma.sql`g.id`)} as names,
      ${mods(ALL_GAMES)} as texts, 0 as body
    from (select (select id from games where slug = ${unknown(Prisma.sql`${gameSlug}::text`)}) as id) g`;
}

/** The requested terms, their stems and other case forms, as far as the dictionary has them. */
function stored(requested: readonly string[]): Prisma.Sql {
  const terms = unknown(Prisma.sql`${[...requested]}::text[]`);
  const forms = requested.flatMap((term) => fleetingForms(term).map((form) => ({ term, form })));
  const of = unknown(Prisma.sql`${forms.map(({ term }) => term)}::text[]`);
  const others = unknown(Prisma.sql`${forms.map(({ form }) => form)}::text[]`);
  return Prisma.sql`
    select case when q.requested = q.term then 'term' else 'stem' end, q.requested, t.term, t.names, t.texts,
      t.body
    from (
      select requested, requested as term from unnest(${terms}) requested
      union
      select requested, unnest(ts_lexize('english_stem', requested) || ts_lexize('german_stem', requested)
        || ts_lexize('russian_stem', requested)) from unnest(${terms}) requested
      union
      select f.requested, f.form from unnest(${of}, ${others}) f(requested, form)) q
    join search_terms t on t.term = q.term`;
}

function completionsOf(open: readonly string[]): Prisma.Sql {
  return completions(Prisma.sql`unnest(${unknown(Prisma.sql`${[...open]}::text[]`)})`);
}

/**
 * Rows of `LookupRow` for prefixes, which are an item of `from`. The index has the terms by level
 * of frequency, and each level by term. So few entries of each level are read, however many terms
 * have the prefix. Only terms with keys complete a prefix: those of titles, summaries and keywords
 * (see `addTerms`).
 */
export function completions(prefixes: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    select 'prefix' as by, q.prefix as requested, t.* from ${prefixes} q(prefix)
      cross join lateral search_completions(q.prefix, ${constant(LEVELS_MAX)}, ${constant(COMPLETIONS)}) t`;
}

/** A correction of a requested term. */
export interface Correction extends TermCounts {
  readonly requested: string;
  readonly term: string;
  /** The edit distance of the two terms. */
  readonly edits: number;
}

/** The most corrections of one term: the nearest ones, and of these the most frequent. */
const CORRECTIONS = 8;

/** The most candidates that are checked for one term, of each of the two kinds of keys. */
const CANDIDATES = 200;

/** The most terms that are corrected in one search, the most likely ones first. */
const CORRECTED = 24;

/** Reads the corrections of the first `CORRECTED` terms with one statement, the nearest first. */
export async function lookUpCorrections(db: Runner, terms: readonly Term[]): Promise<Correction[]> {
  const requested = [...new Map(terms.map((it) => [it.term, it])).values()].slice(0, CORRECTED);
  const rows = await db.$queryRaw<Omit<Correction, 'edits'>[]>(candidatesFor(requested));
  const most = new Map(requested.map(({ term, maxEdits }) => [term, maxEdits]));
  const near = rows
    .map((row) => {
      const max = most.get(row.requested) ?? 0;
      return { ...row, edits: editDistance(row.requested, row.term, max), max };
    })
    .filter(({ edits, max }) => edits <= max)
    .sort((a, b) => a.edits - b.edits || b.names - a.names || b.texts - a.texts || order(a, b));
  const kept = new Map<string, number>();
  return near.filter(({ requested: term }) => {
    const count = kept.get(term) ?? 0;
    kept.set(term, count + 1);
    return count < CORRECTIONS;
  });
}

/** The order of two terms as texts, so that equal corrections stay in the same order. */
function order(a: Correction, b: Correction): number {
  return a.term < b.term ? -1 : 1;
}

/** A term that so many mods have in title, summary or keywords is hardly a typing error. */
export const TRUSTED_MODS = 3;

/**
 * One text for any number of terms, so that a connection plans it once. A term gets the terms that
 * two errors reach only if one error reaches no trusted one: their keys are many. The distance of
 * PostgreSQL counts two neighbours in the wrong order as two errors.
 */
function candidatesFor(requested: readonly Term[]): Prisma.Sql {
  const terms = requested.map(({ term, maxEdits }) => ({
    term,
    near: [...lookupKeys(term, 1), ...compoundLookupKeys(term)],
    far: maxEdits > 1 ? lookupKeys(term, maxEdits) : [],
    most: 2 * maxEdits,
  }));
  const within = (keys: Prisma.Sql, most: Prisma.Sql) => Prisma.sql`
    select t.term, t.names, t.texts, t.body, search_edits(t.term, q.term, ${most}) as edits
    from search_terms t
    where t.keys && ${keys} and t.term <> q.term and search_edits(t.term, q.term, ${most}) <= ${most}
    order by t.names desc, t.texts desc, t.term limit ${constant(CANDIDATES)}`;
  return Prisma.sql`${PREPARED}
    with q as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb)
        q(term text, near int[], far int[], most int)),
    near as materialized (
      select q.term as requested, t.* from q
        cross join lateral (${within(Prisma.sql`q.near`, constant(2))}) t)
    select requested, term, names, texts, body from near
    union
    select q.term, t.term, t.names, t.texts, t.body
    from q cross join lateral (${within(Prisma.sql`q.far`, Prisma.sql`q.most`)}) t
    where not exists (select from near
      where near.requested = q.term and edits <= 1 and near.texts >= ${constant(TRUSTED_MODS)})`;
}
