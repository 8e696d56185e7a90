import type { Draws } from '../draws.js';
import type { Language } from '../languages.js';
import { BEGINNINGS, ENDS, type Word } from './common.js';
import { capital, drawName, withEnding } from './names.js';
import { type Gender, inflect, ROOTS, type Root } from './roots.js';

/** The title of a mod in every language. */
export type Title = Readonly<Record<Language, string>>;

/** The main word or words of a title. */
interface Core {
  readonly words: Word;
  /** The gender of the Russian noun. */
  readonly gender: Gender;
  /** Whether the German noun forms compounds with the next word. */
  readonly isNoun: boolean;
  /** Whether it is a title without another word. */
  readonly isEnough: boolean;
}

const ROMAN = ['II', 'III', 'IV', 'V', 'VI'] as const;

/**
 * The title of a mod: a name, a noun or a compound, often with a common word before or after it,
 * and rarely with a number. A few words are in very many titles, and most are in few (Zipf's law).
 */
export function drawTitle(draws: Draws): Title {
  const core = drawCore(draws);
  const isPlain = core.isNoun && !core.words.en.includes(' ');
  const before = draws.chance(0.35) ? frequent(draws, BEGINNINGS) : undefined;
  const afterChance = before ? 0.3 : core.isEnough ? 0.5 : 1;
  const after = draws.chance(afterChance) ? frequent(draws, ENDS) : undefined;
  const number = draws.chance(0.07) ? ` ${drawNumber(draws)}` : '';
  const isCamel = before !== undefined && isPlain && draws.chance(0.2);
  const de =
    after && core.isNoun ? `${core.words.de}-${after.de}` : phrase(core.words.de, after?.de);
  return {
    de: phrase(before?.de, de) + number,
    en: phrase(before?.en, phrase(core.words.en, after?.en), isCamel ? '' : ' ') + number,
    ru:
      capital(phrase(before && inflect(before.ru, core.gender), phrase(core.words.ru, after?.ru))) +
      number,
  };
}

function phrase(first: string | undefined, second: string | undefined, space = ' '): string {
  return first && second ? first + space + second : (first ?? second ?? '');
}

function drawCore(draws: Draws): Core {
  const kind = draws.unit();
  if (kind < 0.25) return { words: drawName(draws), gender: 'm', isNoun: false, isEnough: true };
  const root = drawRoot(draws);
  if (kind < 0.38) {
    const words = withEnding(draws, root.nouns.en, root.germanPart);
    return { words, gender: 'm', isNoun: false, isEnough: true };
  }
  if (kind < 0.5) {
    const { de, en, ru } = root.nouns;
    const words = { de, en: capital(en), ru: capital(ru) };
    return { words, gender: root.gender, isNoun: true, isEnough: false };
  }
  return compound(draws, root, drawRoot(draws));
}

/**
 * Compounds are one word in German, often one in English, and an adjective and a noun in Russian.
 */
function compound(draws: Draws, first: Root, second: Root): Core {
  const space = draws.chance(0.45) ? ' ' : '';
  const noun = second.nouns.en;
  const en = capital(first.nouns.en) + space + (space || draws.chance(0.25) ? capital(noun) : noun);
  const de = first.germanPart + second.nouns.de.toLowerCase();
  const ru = `${capital(inflect(first.adjective, second.gender))} ${second.nouns.ru}`;
  return { words: { de, en, ru }, gender: second.gender, isNoun: true, isEnough: true };
}

/** The first roots are frequent. */
function drawRoot(draws: Draws): Root {
  const root = ROOTS[Math.floor(ROOTS.length * draws.unit() ** 1.6)];
  if (!root) throw new Error('there are no roots');
  return root;
}

/** Zipf's law: the frequency of a word is inverse to its place in the list. */
function frequent(draws: Draws, words: readonly [Word, ...Word[]]): Word {
  return words[Math.floor((words.length + 1) ** draws.unit()) - 1] ?? words[0];
}

function drawNumber(draws: Draws): string {
  const number = 2 + Math.floor(5 * draws.unit() ** 2);
  return draws.chance(0.4) ? (ROMAN[number - 2] ?? '') : String(number);
}
