import { setImmediate } from 'node:timers/promises';
import { createSemaphore } from '../../concurrency.js';
import type { Database, Tx } from '../../database/connect.js';
import { Prisma } from '../../database/generated/client.js';
import { compoundTerms, indexTerms } from '../plan/index-terms.js';
import { fold } from '../plan/letters.js';
import { chunksOf, wordsOf } from '../plan/words.js';
import type { SearchEntry } from '../search.port.js';

/** The languages with a stemmer, each with the text search configuration of PostgreSQL. */
const STEMMERS = { en: 'english', de: 'german', ru: 'russian' } as const;

type Stemmed = keyof typeof STEMMERS;
const LANGUAGES = Object.keys(STEMMERS) as Stemmed[];
const FIELDS = ['titles', 'summaries', 'descriptions'] as const;

/** Characters of a description that are indexed; the rest of a longer one is not searched. */
const DESCRIPTION_CHARACTERS = 20_000;

/**
 * The space for the terms of all descriptions of an entry. A `tsvector` has a megabyte, of which
 * other texts and stems need two thirds at most. Descriptions of several printed pages in twelve
 * languages fit.
 */
const DESCRIPTION_TERM_BYTES = 300_000;

/** The space of a term in a `tsvector` beside its letters. */
const TERM_OVERHEAD_BYTES = 8;

/** The digits of an id that order mods with the same downloads. */
const FRACTION = { digits: 5, values: 16 ** 5 };

/** The texts of an entry as terms, in the form that one JSON parameter carries to PostgreSQL. */
export interface EntryRow {
  readonly mod_id: string;
  readonly game_id: string;
  readonly revision: number;
  /** The folded titles, with and without spaces between their words. */
  readonly titles: readonly string[];
  /** The mean number of words of the titles. */
  readonly title_words: number;
  /** The counted downloads, and a fraction below 1 that orders mods with equal downloads. */
  readonly popularity: number;
  /** The terms of titles, as the text of a `tsvector` with the weight A. */
  readonly names: string;
  /** The terms of summaries (weight B) and keywords (C). */
  readonly head: string;
  /** The terms of descriptions (weight D). */
  readonly rest: string;
  /** The folded words of each field, for the stemmers. */
  readonly folded: Readonly<Record<string, string>>;
}

/** The row of an entry, and the terms that corrections may lead to. */
export interface PreparedEntry {
  readonly row: EntryRow;
  /** The terms of titles, summaries and keywords. */
  readonly words: readonly string[];
  /** The joined words of titles and keywords (`compoundTerms`). */
  readonly compounds: readonly string[];
}

/**
 * One call at a time: the steps of several would follow one another in a turn of the event loop.
 */
const preparation = createSemaphore(1);

/**
 * Folds the texts of entries, in their order. A long description takes some milliseconds, so other work gets its
 * turn after each description and each entry. Concurrent calls run one after the other.
 */
export function prepareEntries(entries: readonly SearchEntry[]): Promise<PreparedEntry[]> {
  return preparation.run(async () => {
    const prepared: PreparedEntry[] = [];
    for (const entry of entries) {
      prepared.push(await prepareEntry(entry));
      await setImmediate();
    }
    return prepared;
  });
}

async function prepareEntry(entry: SearchEntry): Promise<PreparedEntry> {
  const titleWords = eachText(entry.titles).flatMap(([language, text]) =>
    indexTerms(text, language),
  );
  const summary = new Set(
    eachText(entry.summaries).flatMap(([language, text]) => indexTerms(text, language)),
  );
  const keywords = entry.keywords.flatMap((text) => indexTerms(text));
  const titleCompounds = Object.values(entry.titles).flatMap(compoundTerms);
  const keywordCompounds = entry.keywords.flatMap(compoundTerms);
  const descriptions: string[][] = [];
  for (const [language, text] of eachText(entry.descriptions)) {
    descriptions.push(indexTerms(text.slice(0, DESCRIPTION_CHARACTERS), language));
    await setImmediate();
  }
  const row = {
    mod_id: entry.modId,
    game_id: entry.gameId,
    revision: entry.revision,
    ...titlesOf(entry),
    popularity: entry.popularity + fractionOf(entry.modId),
    names: vector(new Set([...titleWords, ...titleCompounds]), 'A'),
    head: `${vector(summary, 'B')} ${vector(new Set([...keywords, ...keywordCompounds]), 'C')}`,
    rest: vector(takenInTurns(descriptions, DESCRIPTION_TERM_BYTES), 'D'),
    folded: foldedTexts(entry),
  };
  const words = [...titleWords, ...summary, ...keywords];
  return { row, words, compounds: [...titleCompounds, ...keywordCompounds] };
}

function eachText(texts: Readonly<Record<string, string>>): [language: string, text: string][] {
  return Object.entries(texts);
}

/**
 * The first terms of each list that fit together. The lists take turns, so that a text in one
 * language leaves room for those in others.
 */
function takenInTurns(lists: readonly (readonly string[])[], bytes: number): Set<string> {
  const taken = new Set<string>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  let left = bytes;
  for (let at = 0; at < longest; at++) {
    for (const list of lists) {
      const term = list[at];
      if (term === undefined || taken.has(term)) continue;
      left -= Buffer.byteLength(term) + TERM_OVERHEAD_BYTES;
      if (left < 0) return taken;
      taken.add(term);
    }
  }
  return taken;
}

/** The titles for the comparison with whole queries, and their mean length in words. */
function titlesOf({ titles }: SearchEntry): Pick<EntryRow, 'titles' | 'title_words'> {
  const words = Object.values(titles)
    .map(foldedWords)
    .filter(({ length }) => length > 0);
  const total = words.reduce((sum, { length }) => sum + length, 0);
  return {
    titles: [...new Set(words.flatMap((it) => [it.join(' '), it.join('')]))],
    title_words: words.length > 0 ? total / words.length : 1,
  };
}

/** The folded words of a text, without their parts and other spellings. */
function foldedWords(text: string): string[] {
  return chunksOf(text).flatMap(wordsOf).map(fold);
}

function foldedTexts(entry: SearchEntry): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const field of FIELDS) {
    for (const language of LANGUAGES) {
      const text = entry[field][language]?.slice(0, DESCRIPTION_CHARACTERS);
      if (text) texts[`${language}_${field}`] = foldedWords(text).join(' ');
    }
  }
  return texts;
}

/** At least 0 and below 1, the same for a mod every time. */
function fractionOf(modId: string): number {
  return Number.parseInt(modId.slice(-FRACTION.digits), 16) / FRACTION.values;
}

/** Terms are letters, digits and marks, so quotes suffice. The position has no meaning. */
function vector(terms: ReadonlySet<string>, weight: 'A' | 'B' | 'C' | 'D'): string {
  return [...terms].map((term) => `'${term}':1${weight}`).join(' ');
}

/**
 * The labels of the game and the popularity of an entry: its game, and its level among all mods and
 * in its game. A level is the number of the ranks 500, 1,000, 2,000 … whose mods are more popular.
 */
export function levelLabels(gameId: Prisma.Sql, popularity: Prisma.Sql): Prisma.Sql {
  const level = (scope: Prisma.Sql) => Prisma.sql`(select count(*) from search_statistics s,
    unnest(s.thresholds) threshold where s.game_id = ${scope} and threshold > ${popularity})`;
  return Prisma.sql`array['g:' || ${gameId}, 'p:' || ${level(ALL_GAMES)},
    'g:' || ${gameId} || ':' || ${level(gameId)}]`;
}

/** The labels of the whole titles of an entry. `titles` is an array in SQL. */
export function titleLabels(titles: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`array(select ${TITLE} || title from unnest(${titles}) title)`;
}

/** The beginning of the label of a title. */
export const TITLE = 't:';

/** The id under which the statistics of all games are stored. */
export const ALL_GAMES = Prisma.sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** The terms and the stems of the languages that have a stemmer. */
function withStems(terms: string, field: (typeof FIELDS)[number], weight: string): Prisma.Sql {
  const stems = LANGUAGES.map(
    (language) =>
      `setweight(to_tsvector('${STEMMERS[language]}', coalesce(r.folded ->> '${language}_${field}', '')), '${weight}')`,
  );
  return Prisma.raw([`r.${terms}::tsvector`, ...stems].join(' || '));
}

/** The columns of the index for rows of one JSON parameter. */
export function columnsOf(rows: readonly EntryRow[]): Prisma.Sql {
  return Prisma.sql`
    select r.mod_id, r.game_id, r.revision, r.titles, r.title_words, n.names, t.texts,
      t.texts || ${withStems('rest', 'descriptions', 'D')} as body,
      ${levelLabels(Prisma.sql`r.game_id`, Prisma.sql`r.popularity`)}
        || ${titleLabels(Prisma.sql`r.titles`)} as labels, r.popularity
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(mod_id uuid, game_id uuid,
        revision int, titles text[], title_words float8, popularity float8, names text, head text,
        rest text, folded jsonb),
      lateral (select ${withStems('names', 'titles', 'A')} as names) n,
      lateral (select n.names || ${withStems('head', 'summaries', 'B')} as texts) t`;
}

/** A connection that can run statements. */
export type Runner = Pick<Database | Tx, '$queryRaw' | '$executeRaw'>;
