import type { Draws } from '../../src/seed/draws.js';

/** The kinds of a single typing error. */
export const TYPOS = ['missing', 'doubled', 'wrong', 'swapped'] as const;

/** One of them. */
export type Typo = (typeof TYPOS)[number];

const ALPHABETS = {
  latin: 'abcdefghijklmnopqrstuvwxyz',
  russian: 'абвгдежзийклмнопрстуфхцчшщыьэюя',
};

/**
 * The word in lower case with one error at any place, also at the first letter. A swap of two equal
 * letters leaves it without an error.
 */
export function mistype(word: string, typo: Typo, draws: Draws): string {
  const letters = [...word.toLowerCase()];
  const at = draws.int(0, letters.length - (typo === 'swapped' ? 2 : 1));
  const letter = letters[at] ?? '';
  if (typo === 'missing') letters.splice(at, 1);
  else if (typo === 'doubled') letters.splice(at, 0, letter);
  else if (typo === 'wrong') letters[at] = otherLetter(letter, draws);
  else letters.splice(at, 2, letters[at + 1] ?? '', letter);
  return letters.join('');
}

function otherLetter(letter: string, draws: Draws): string {
  const alphabet = ALPHABETS[/[а-яё]/.test(letter) ? 'russian' : 'latin'].replace(letter, '');
  return alphabet.charAt(draws.int(0, alphabet.length - 1));
}

/** The same keys on three keyboards. */
const KEYBOARDS = {
  en: "qwertyuiop[]asdfghjkl;'zxcvbnm,.-=`",
  ru: 'йцукенгшщзхъфывапролджэячсмитьбю-=ё',
  de: 'qwertzuiopü+asdfghjklöäyxcvbnm,.ß´^',
} as const;

/** A keyboard layout. */
export type Keyboard = keyof typeof KEYBOARDS;

/**
 * The text, in lower case, that appears if a person types `text` while another keyboard is active.
 */
export function typedOn(
  text: string,
  { meant, active }: Record<'meant' | 'active', Keyboard>,
): string {
  const keys = [...KEYBOARDS[meant]];
  const shown = [...KEYBOARDS[active]];
  return [...text.toLowerCase()].map((letter) => shown[keys.indexOf(letter)] ?? letter).join('');
}

/** Russian letters as players write them on a Latin keyboard. */
const LATIN = spelling(
  'а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h ' +
    'ц ts ч ch ш sh щ sch ы y э e ю yu я ya',
);

/** A Russian text in Latin letters, in lower case and without `ъ` and `ь`. */
export function inLatin(text: string): string {
  const letters = [...text.toLowerCase().replace(/[ъь]/g, '')];
  return letters.map((letter) => LATIN.get(letter) ?? letter).join('');
}

const RUSSIAN = spelling(
  'sch щ sh ш ch ч zh ж kh х th т ck к ee и oo у ya я yu ю a а b б c к d д e е f ф g г h х i и j дж ' +
    'k к l л m м n н o о p п q к r р s с t т u у v в w в x кс y и z з',
);

/** A Latin text in Russian letters, in lower case. */
export function inRussian(text: string): string {
  return text.toLowerCase().replace(/sch|sh|ch|zh|kh|th|ck|ee|oo|ya|yu|[a-z]/g, (letters) => {
    return RUSSIAN.get(letters) ?? letters;
  });
}

function spelling(pairs: string): ReadonlyMap<string, string> {
  const words = pairs.split(' ');
  return new Map(
    words.flatMap((word, at) => (at % 2 ? [] : [[word, words[at + 1] ?? ''] as const])),
  );
}
