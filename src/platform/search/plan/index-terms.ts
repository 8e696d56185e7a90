import { lengthOf, spellingsOf, TERM_CHARACTERS, withoutUmlautE } from './letters.js';
import { chunksOf, partsOf, wordsOf } from './words.js';

/**
 * The terms by which plans find a text, in the order of its words and without duplicates:
 *
 * - its words and their parts (`BetterEnd2`: `betterend2`, `betterend`, `better`, `end`, `2`),
 * - words with punctuation between them as one (`better-end`: `betterend`),
 * - umlauts in both spellings.
 *
 * A text of these terms gives the same terms again. `language` is a language key; German texts may
 * have umlauts as two letters.
 */
export function indexTerms(text: string, language?: string): string[] {
  const terms = new Set<string>();
  for (const chunk of new Set(chunksOf(text))) {
    const words = wordsOf(chunk);
    for (const word of [...words, ...joined(words)]) {
      const parts = partsOf(word);
      for (const part of parts.length > 1 ? [word, ...parts] : parts) {
        for (const term of spellingsOf(part)) addClosed(terms, term, language === 'de');
      }
    }
  }
  return [...terms];
}

/**
 * The terms of two neighbouring words as one (`bookkeeping` for `Book Keeping`), and of all words,
 * for texts as short as titles. The words are those between spaces and punctuation. Umlauts are in
 * both spellings.
 */
export function compoundTerms(text: string): string[] {
  const words = chunksOf(text).flatMap(wordsOf);
  const pairs = words.slice(1).flatMap((word, at) => joined([words[at] ?? '', word]));
  return [...new Set([...pairs, ...joined(words)].flatMap(spellingsOf))];
}

/** Adds a term with the terms that it would give as a text. */
function addClosed(terms: Set<string>, term: string, isGerman: boolean): void {
  if (terms.has(term)) return;
  terms.add(term);
  const parts = partsOf(term);
  if (parts.length > 1) for (const part of parts) addClosed(terms, part, isGerman);
  if (isGerman) addClosed(terms, withoutUmlautE(term), isGerman);
}

/** The words as one, unless there is only one or the result is too long for a term. */
function joined(words: readonly string[]): string[] {
  const whole = words.join('');
  return words.length > 1 && lengthOf(whole) <= TERM_CHARACTERS ? [whole] : [];
}
