import { hash } from 'node:crypto';
import { compoundTerms, indexTerms } from '../plan/index-terms.js';
import { fold } from '../plan/letters.js';
import { chunksOf, wordsOf } from '../plan/words.js';
import type { SearchEntry } from '../search.port.js';

/** The document of one mod in Meilisearch. Its texts are folded terms, as in every engine. */
export interface MeiliDocument extends Record<string, unknown> {
  /** The id of the mod. */
  readonly id: string;
  readonly gameId: string;
  /** Null if the mod has been deleted. */
  readonly authorId: string | null;
  readonly revision: number;
  /** The hash of the searched texts. */
  readonly content: string;
  /** The PostgreSQL transaction that wrote these texts: an `xid8` in digits. */
  readonly writtenIn: string;
  readonly popularity: number;
  readonly facets: readonly string[];
  /** By language; the other spellings of all titles are in `_`. */
  readonly title: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly keywords: string;
  /**
   * The terms of titles without their first letter. They find titles despite an error in that
   * letter, which Meilisearch counts as two errors.
   */
  readonly tails: string;
  readonly description: string;
}

/** Fewer letters without the first one would match too much. */
const TAIL_CHARACTERS = 3;

/** The document of an entry. */
export function documentOf(
  entry: SearchEntry,
  { authorId, writtenIn }: Pick<MeiliDocument, 'authorId' | 'writtenIn'>,
): MeiliDocument {
  const titles = Object.entries(entry.titles);
  const typed = titles.map(([language, title]) => [language, words(title)] as const);
  const terms = titles.flatMap(([language, title]) => [
    ...indexTerms(title, language),
    ...compoundTerms(title),
  ]);
  const known = new Set(typed.flatMap(([, title]) => title));
  const others = [...new Set(terms)].filter((term) => !known.has(term));
  const byLanguage = typed.map(([language, title]) => [languageKey(language), title.join(' ')]);
  const texts = {
    title: Object.fromEntries([...byLanguage, ['_', others.join(' ')]]),
    summary: termsOf(entry.summaries),
    keywords: [...new Set(entry.keywords.flatMap((keyword) => indexTerms(keyword)))].join(' '),
    tails: [...new Set(terms)].flatMap(tailOf).join(' '),
    description: termsOf(entry.descriptions),
  };
  return {
    id: entry.modId,
    gameId: entry.gameId,
    authorId,
    writtenIn,
    content: hash('sha256', JSON.stringify(texts), 'base64url'),
    revision: entry.revision,
    popularity: entry.popularity,
    facets: entry.facets,
    ...texts,
  };
}

/** The words as typed, folded: the exact title, which `indexTerms` mixes with other spellings. */
function words(text: string): string[] {
  return chunksOf(text).flatMap(wordsOf).map(fold);
}

function termsOf(texts: Readonly<Record<string, string>>): string {
  const terms = Object.entries(texts).flatMap(([language, text]) => indexTerms(text, language));
  return [...new Set(terms)].join(' ');
}

function tailOf(term: string): string[] {
  const [, ...tail] = term;
  return tail.length < TAIL_CHARACTERS ? [] : [tail.join('')];
}

/** A part of the name of an attribute, in which a dot would be another level. */
function languageKey(language: string): string {
  return language.replace(/[^A-Za-z0-9-]/g, '-');
}
