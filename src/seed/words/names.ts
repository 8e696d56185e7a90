import type { Draws } from '../draws.js';
import type { Language } from '../languages.js';
import type { Word } from './common.js';

/** Sounds as pairs of a Latin and a Russian spelling. */
const STARTS = pairs('b б d д f ф g г k к l л m м n н p п r р s с t т v в z з br бр dr др kr кр');
const MIDDLES = pairs('b б d д g г k к l л m м n н r р s с t т v в z з nd нд rk рк st ст lm лм');
const VOWELS = pairs('a а e е i и o о u у');
const FINALS = pairs(
  'n н r р l л s с m м th т x кс rd рд nia ния ria рия dor дор mar мар gard гард wick вик ' +
    'heim хейм ron рон',
);
const BEFORE = [['', ''], ...pairs('al ал el эл or ор an ан is ис um ум ar ар')];
const PARTS = [BEFORE, STARTS, VOWELS, MIDDLES, VOWELS, FINALS];

/** A prime, so that neighbouring numbers have different sounds. */
const SCATTER = 1_000_003;

/** The number of different names. */
const NAMES = PARTS.reduce((product, { length }) => product * length, 1);

/**
 * A proper name, also in Russian letters. Some names are the common part of many titles, and most
 * are in one title only.
 */
export function drawName(draws: Draws): Word {
  let number = (Math.floor(NAMES * draws.unit() ** 3) * SCATTER) % NAMES;
  let latin = '';
  let russian = '';
  for (const sounds of PARTS) {
    const [en = '', ru = ''] = sounds[number % sounds.length] ?? [];
    number = Math.floor(number / sounds.length);
    latin += en;
    russian += ru;
  }
  return { de: capital(latin), en: capital(latin), ru: capital(russian) };
}

/** The word with a capital. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Latin endings of invented words. Russian titles keep such words. */
const ENDINGS: Readonly<Record<Exclude<Language, 'ru'>, readonly [string, ...string[]]>> = {
  en: ['craft', 'fall', 'born', 'ville', 'verse', 'works', 'gate', 'ward', 'punk', 'mancer'],
  de: ['werk', 'fall', 'kind', 'heim', 'welt', 'werke', 'tor', 'wacht', 'punk', 'kunde'],
};

/** A root with an ending: `Ironfall`, `Eisenfall`. */
export function withEnding(draws: Draws, en: string, germanPart: string): Word {
  const at = draws.int(0, ENDINGS.en.length - 1);
  const word = capital(en) + (ENDINGS.en[at] ?? '');
  return { en: word, de: germanPart + (ENDINGS.de[at] ?? ''), ru: word };
}

function pairs(list: string): readonly (readonly string[])[] {
  const sounds = list.split(' ');
  return sounds.flatMap((sound, at) => (at % 2 === 0 ? [[sound, sounds[at + 1] ?? '']] : []));
}
