/**
 * The keys of three keyboards, in the same order: without Shift, then with it. Each key is a letter
 * or a hyphen on at least one of them.
 */
const KEYS = {
  en: ["`qwertyuiop[]asdfghjkl;'zxcvbnm,./-", '~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?_'],
  ru: ['ёйцукенгшщзхъфывапролджэячсмитьбю.-', 'ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,_'],
  de: ['^qwertzuiopü+asdfghjklöäyxcvbnm,.-ß', '°QWERTZUIOPÜ*ASDFGHJKLÖÄYXCVBNM;:_?'],
} as const;

const LETTER = /\p{L}/u;

type Layout = keyof typeof KEYS;

/** The active layout and the one that the typist expected, the most frequent mistakes first. */
const MISTAKES: readonly (readonly [Layout, Layout])[] = [
  ['en', 'ru'],
  ['ru', 'en'],
  ['en', 'de'],
  ['de', 'en'],
  ['de', 'ru'],
  ['ru', 'de'],
];
const LETTERS_BY_KEY = MISTAKES.map(lettersByKey);

/** A longer chunk is no mistake at the keyboard. */
const CHUNK_CHARACTERS = 60;

/** Punctuation around the words of a chunk. Some of its keys are letters on another layout. */
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/**
 * The texts that the same keys give on other keyboard layouts, in lower case. Each key has to be a
 * letter, digit or hyphen there. If punctuation surrounds the chunk, the texts without it follow.
 * `chunk` is a piece of a search text (`chunksOf`). Empty for a chunk without letters or with too
 * many characters.
 */
export function otherLayouts(chunk: string): string[] {
  if (chunk.length > CHUNK_CHARACTERS || !LETTER.test(chunk)) return [];
  const inner = chunk.replace(AROUND, '');
  const typed = inner === chunk ? [chunk] : [chunk, inner];
  const texts = typed.flatMap((text) => LETTERS_BY_KEY.map((letters) => retyped(text, letters)));
  const known = new Set(['', ...typed.map((text) => text.toLowerCase())]);
  return [...new Set(texts)].filter((text) => !known.has(text));
}

/** The text on the other layout; empty if a key has no letter there. */
function retyped(text: string, letters: ReadonlyMap<string, string>): string {
  let result = '';
  for (const key of text) {
    const letter = letters.get(key);
    if (letter === undefined) return '';
    result += letter;
  }
  return result;
}

function lettersByKey([active, expected]: readonly [Layout, Layout]): Map<string, string> {
  const letters = new Map([...'0123456789'].map((digit) => [digit, digit]));
  KEYS[active].forEach((row, shift) => {
    const others = [...(KEYS[expected][shift] ?? '')];
    [...row].forEach((key, at) => {
      const other = others[at] ?? '';
      const isHyphen = key === '-' && other === '-';
      if (isHyphen || LETTER.test(other)) letters.set(key, other.toLowerCase());
    });
  });
  return letters;
}
