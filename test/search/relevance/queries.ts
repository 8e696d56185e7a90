import { createDraws } from '../../../src/seed/draws.js';
import { type Catalog, WRITTEN_GAME } from './catalog.js';
import { readWords, type Words } from './intent.js';
import { ruleQueries } from './rule-queries.js';
import type { JudgedQuery } from './rules.js';
import { WRITTEN_NONSENSE, WRITTEN_QUERIES } from './written-queries.js';

/** The category of queries that find nothing. */
export const NONSENSE = 'nonsense';

/** All judged queries over a catalog, always the same. */
export function judgedQueries({ mods }: Catalog): JudgedQuery[] {
  const words = readWords(mods);
  const idByKey = new Map(mods.map(({ key, id }) => [key, id]));
  const written = WRITTEN_QUERIES.map(([category, text, ...keys], at): JudgedQuery => {
    const accepts = keys.map((key) => {
      const id = idByKey.get(key);
      if (!id) throw new Error(`no mod has the key ${key}`);
      return id;
    });
    return { category, text, gameSlug: at % 2 ? WRITTEN_GAME : null, accepts };
  });
  const nonsense = [...WRITTEN_NONSENSE, ...randomLetters(words)];
  const halves = nonsense.flatMap((text) => halfOf(text, words));
  return [
    ...written,
    ...ruleQueries(mods, words),
    ...[...nonsense, ...halves].map((text) => ({
      category: NONSENSE,
      text,
      gameSlug: null,
      accepts: [],
    })),
  ];
}

/** The shortest half of a nonsense word. Shorter ones are the beginning of a word by chance. */
const HALF_LETTERS = 5;

/** A text without the second half of its last word, if that is not the beginning of a known word. */
function halfOf(text: string, words: Words): string[] {
  const last = text.split(' ').at(-1) ?? '';
  const half = last.slice(0, Math.ceil(last.length * 0.6));
  return half.length >= HALF_LETTERS && words.isUnknown(half)
    ? [text.slice(0, half.length - last.length)]
    : [];
}

/** Random words in two alphabets that no word of the catalog is close to, and real words with them. */
function randomLetters(words: Words): string[] {
  const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'абвгдежзийклмнопрстуфхцчшщъыьэюя'] as const;
  const found: string[] = [];
  for (let turn = 0; found.length < 24; turn += 1) {
    const draws = createDraws(`nonsense/${turn}`);
    const alphabet = draws.pick(alphabets);
    const letters = Array.from({ length: draws.int(6, 12) }, () =>
      draws.pick([...alphabet] as [string]),
    );
    const word = letters.join('');
    if (words.isUnknown(word)) found.push(turn % 3 === 0 ? `mod ${word}` : word);
  }
  return found;
}
