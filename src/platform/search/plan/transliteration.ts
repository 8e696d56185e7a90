import { fold } from './letters.js';

/** Shorter words have too many readings. */
const MIN_LETTERS = 3;

/** A substitution of groups of letters; the longest group first. */
interface Table {
  readonly groups: RegExp;
  readonly spellings: ReadonlyMap<string, string>;
}

const ICAO_LETTERS =
  'а a б b в v г g д d е e ж zh з z и i й i к k л l м m н n о o п p р r с s т t у u ф f ' +
  'х kh ц ts ч ch ш sh щ shch ъ ie ы y ь _ э e ю iu я ia';

/** Russian letters in Latin ones by ICAO Doc 9303. A folded word has no `ё`. */
const ICAO = table(ICAO_LETTERS);

/** By BGN/PCGN (1947), without its apostrophes. */
const BGN_PCGN = table(ICAO_LETTERS, 'й y ъ _ ю yu я ya');

/** The spelling of names and chats. */
const INFORMAL = table(ICAO_LETTERS, 'й y ъ _ ю yu я ya х h ц c щ sch кс x дж j');

/** The letters that BGN/PCGN writes `ye`: at the start, after vowels and after signs. */
const SOUNDED_E = /(?<=^|[аеиоуыэюяйъь])е/g;

/** Latin spellings of Russian letters by these standards, ALA-LC and chats. */
const CYRILLIC_LETTERS =
  'shch щ sch щ zh ж kh х ts ц tc ц ch ч sh ш ck к ph ф yu ю ju ю ya я ja я ' +
  'yo е jo е ye е je е ' +
  'a а b б c к d д e е f ф g г h х i и j й k к l л m м n н o о p п q к r р s с t т u у v в w в ' +
  'x кс y ы z з';
const CYRILLIC = table(CYRILLIC_LETTERS);

/** A `c` that is no part of a group is also `ц` in chats: `cirk`. */
const CYRILLIC_IN_CHATS = table(CYRILLIC_LETTERS, 'c ц');

/** A `y` after a vowel is `й`, unless it begins `ya`, `yo` or `yu`. */
const SHORT_Y = /(?<=[aeiouy])y(?![aou])/g;

/** The letters that ICAO and ALA-LC write with `i`. */
const WITH_I = table('iu ю ia я');
const SHORT_I = /(?<=[aeiouy])i/g;

/** Sounds of English words, which Russian spells as it hears them. */
const ENGLISH = table('ee и oo у th т j дж qu кв');
const LONG_Y = /(?<=[bcdfghjklmnpqrstvwxz])y(?=[bcdfghjklmnpqrstvwxz])/g;

/**
 * The readings of a folded word in the other script, the most exact first and at most four, as
 * terms. Empty for short words, words with any letter but `a` to `z` or `а` to `я`, words in both
 * scripts, and words of soft signs.
 */
export function transliterationsOf(term: string): string[] {
  if (term.replace(/[0-9]/g, '').length < MIN_LETTERS) return [];
  if (/^[а-я0-9]+$/.test(term)) return distinctTerms(inLatin(term));
  return /^[a-z0-9]+$/.test(term) ? distinctTerms(inCyrillic(term)) : [];
}

/** Readings may be empty, one letter, which any text has, or longer than a term. */
function distinctTerms(readings: readonly string[]): string[] {
  return [...new Set(readings.map(fold))].filter(({ length }) => length > 1);
}

function inLatin(term: string): string[] {
  return [spell(term, ICAO), spell(term.replace(SOUNDED_E, 'ye'), BGN_PCGN), spell(term, INFORMAL)];
}

function inCyrillic(term: string): string[] {
  const withI = spell(term, WITH_I).replace(SHORT_I, 'й');
  const heard = spell(term.replace(/^e/, 'э').replace(LONG_Y, 'ай'), ENGLISH);
  return [
    ...[term, withI, heard].map((it) => spell(it.replace(SHORT_Y, 'й'), CYRILLIC)),
    spell(term.replace(SHORT_Y, 'й'), CYRILLIC_IN_CHATS),
  ];
}

function spell(term: string, { groups, spellings }: Table): string {
  return term.replace(groups, (group) => spellings.get(group) ?? group);
}

/**
 * Pairs of a group and its spelling. `_` is the empty spelling; later pairs replace earlier ones.
 */
function table(...lists: string[]): Table {
  const words = lists.join(' ').split(' ');
  const spellings = new Map<string, string>();
  for (let at = 0; at < words.length; at += 2) {
    spellings.set(words[at] ?? '', (words[at + 1] ?? '').replace('_', ''));
  }
  const longestFirst = [...spellings.keys()].sort((a, b) => b.length - a.length);
  return { groups: new RegExp(longestFirst.join('|'), 'g'), spellings };
}
