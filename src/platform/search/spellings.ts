/** The keys of one keyboard, in the same order on both layouts. */
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const CYRILLIC_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбюё';

const CYRILLIC_BY_KEY = new Map([...LATIN_KEYS].map((key, at) => [key, CYRILLIC_KEYS[at] ?? key]));
const LATIN_BY_KEY = new Map([...CYRILLIC_KEYS].map((key, at) => [key, LATIN_KEYS[at] ?? key]));

/** The transliteration of Russian letters to Latin. */
const LATIN_BY_LETTER = new Map([
  ...pairs('а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t'),
  ...pairs('у u ф f х kh ц ts ч ch ш sh щ shch ы y э e ю yu я ya'),
  ['ъ', ''] as const,
  ['ь', ''] as const,
]);

/** Latin spellings of Russian letters. A longer spelling precedes its prefixes. */
const LETTER_BY_LATIN = new Map([
  ...pairs('shch щ sch щ sh ш ch ч zh ж kh х ts ц yu ю ju ю ya я ja я yo ё jo ё'),
  ...pairs('a а b б c к d д e е f ф g г h х i и j й k к l л m м n н o о p п q к r р s с t т u у'),
  ...pairs('v в w в x кс y ы z з'),
]);
const LATIN_SPELLING = new RegExp([...LETTER_BY_LATIN.keys()].join('|'), 'g');

/**
 * The possible intended spellings of a text: as typed, as typed on the other keyboard layout, and
 * transliterated to the other script (Spec 4.1). At most three.
 */
export function spellingsOf(text: string): string[] {
  const typed = text.toLowerCase();
  const isCyrillic = /\p{Script=Cyrillic}/u.test(typed);
  const others = isCyrillic
    ? [byLetter(typed, LATIN_BY_KEY), byLetter(typed, LATIN_BY_LETTER)]
    : [byLetter(typed, CYRILLIC_BY_KEY), inCyrillic(typed)];
  return [...new Set([typed, ...others])];
}

function byLetter(text: string, letters: ReadonlyMap<string, string>): string {
  return [...text].map((letter) => letters.get(letter) ?? letter).join('');
}

function inCyrillic(text: string): string {
  return text.replace(LATIN_SPELLING, (spelling) => LETTER_BY_LATIN.get(spelling) ?? spelling);
}

function pairs(text: string): (readonly [string, string])[] {
  const words = text.split(' ');
  return words.flatMap((word, at) => (at % 2 ? [] : [[word, words[at + 1] ?? ''] as const]));
}
