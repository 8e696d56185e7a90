import type { Texts } from '../request/scalars.js';
import {
  type Draws,
  LANGUAGES,
  type Language,
  QUALIFIERS,
  SENTENCES,
  SYLLABLES,
  THINGS,
  type Thing,
} from './draws.js';

/** The texts of one mod. */
export interface SeedTexts {
  /** A word that is probably unique, by which search can find it. */
  readonly name: string;
  readonly title: Texts;
  readonly summary: Texts;
  /** Markdown. */
  readonly description: Texts;
  /** The first part of a slug. */
  readonly slug: string;
}

const PARAGRAPHS_MAX = 12;

/**
 * Writes the texts of one mod about a few things, in one to three languages, with very different
 * lengths.
 */
export function writeTexts(draws: Draws): SeedTexts {
  const name = inventName(draws);
  const things = twoThings(draws);
  const qualifier = draws.chance(0.3) ? ` ${draws.pick(QUALIFIERS)}` : '';
  // Few authors write long texts.
  const paragraphs = 2 + Math.floor((PARAGRAPHS_MAX - 2) * draws.unit() ** 2);
  const spoken = { de: draws.chance(0.35), en: true, ru: draws.chance(0.5) };
  const languages = LANGUAGES.filter((language) => spoken[language]);
  const inEach = (write: (language: Language) => string): Texts =>
    Object.fromEntries(languages.map((language) => [language, write(language)]));
  return {
    name,
    title: inEach((language) => `${name}: ${things[0][language]}${qualifier}`),
    summary: inEach((language) => sentence(draws, language, name, things)),
    description: inEach((language) => describe(draws, language, name, paragraphs, things)),
    slug: `${name}-${things[0].en}`.toLowerCase(),
  };
}

/** A word that is probably unique. */
export function inventName(draws: Draws): string {
  const syllables = Array.from({ length: draws.int(2, 3) }, () => draws.pick(SYLLABLES));
  const word = syllables.join('');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The changes of a version. */
export function writeChangelog(draws: Draws, name: string): Texts {
  const things = twoThings(draws);
  return { en: sentence(draws, 'en', name, things) };
}

/**
 * Some things are frequent and most are rare, because a word in every text would be useless for
 * search.
 */
function twoThings(draws: Draws): [Thing, Thing] {
  const thing = () => THINGS[Math.floor(THINGS.length * draws.unit() ** 2)] ?? THINGS[0];
  return [thing(), thing()];
}

function describe(
  draws: Draws,
  language: Language,
  name: string,
  paragraphs: number,
  first: [Thing, Thing],
): string {
  const texts = Array.from({ length: paragraphs }, (_, at) => {
    const things = at === 0 ? first : twoThings(draws);
    return Array.from({ length: 4 }, () => sentence(draws, language, name, things)).join(' ');
  });
  return texts.join('\n\n');
}

function sentence(
  draws: Draws,
  language: Language,
  name: string,
  [first, second]: readonly [Thing, Thing],
): string {
  const text = draws
    .pick(SENTENCES[language])
    .replace('{a}', first[language])
    .replace('{b}', second[language])
    .replace('{n}', String(draws.int(2, 90)))
    .replace('{name}', name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
