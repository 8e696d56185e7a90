import type { Texts } from '../request/scalars.js';
import type { Draws } from './draws.js';
import { LANGUAGES, type Language } from './languages.js';
import { REQUIREMENTS, SENTENCES, THINGS, type Thing } from './words/sentences.js';
import { SYLLABLES } from './words/syllables.js';
import { drawTitle, type Title } from './words/titles.js';

/** The texts of one mod. */
export interface SeedTexts {
  readonly title: Texts;
  readonly summary: Texts;
  /** Markdown. */
  readonly description: Texts;
  /** The first part of a slug. */
  readonly slug: string;
}

/** The subjects of a text: the mod's title, and two things. */
interface Subjects {
  readonly title: Title;
  readonly things: readonly [Thing, Thing];
}

const PARAGRAPHS_MAX = 12;

/**
 * Writes the texts of one mod of a game about a few things, in English and up to two other
 * languages, with very different lengths.
 */
export function writeTexts(draws: Draws, gameName: string): SeedTexts {
  const title = drawTitle(draws);
  const subjects = { title, things: twoThings(draws) };
  // Few authors write long texts.
  const paragraphs = 2 + Math.floor((PARAGRAPHS_MAX - 2) * draws.unit() ** 2);
  const spoken = { de: draws.chance(0.35), en: true, ru: draws.chance(0.5) };
  const languages = LANGUAGES.filter((language) => spoken[language]);
  const inEach = (write: (language: Language) => string): Texts =>
    Object.fromEntries(languages.map((language) => [language, write(language)]));
  return {
    title: inEach((language) => title[language]),
    summary: inEach((language) => sentence(draws, language, subjects)),
    description: inEach((language) => {
      const text = describe(draws, language, paragraphs, subjects);
      return `${text}\n\n${REQUIREMENTS[language].replace('{game}', gameName)}`;
    }),
    slug: title.en.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  };
}

/** The display name of an author. */
export function inventName(draws: Draws): string {
  const syllables = Array.from({ length: draws.int(2, 3) }, () => draws.pick(SYLLABLES));
  const word = syllables.join('');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The changes of a version, in English only. `name` is the title of the mod. */
export function writeChangelog(draws: Draws, name: string): Texts {
  const title = { de: name, en: name, ru: name };
  return { en: sentence(draws, 'en', { title, things: twoThings(draws) }) };
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
  paragraphs: number,
  { title, things: first }: Subjects,
): string {
  const texts = Array.from({ length: paragraphs }, (_, at) => {
    const things = at === 0 ? first : twoThings(draws);
    return Array.from({ length: 4 }, () => sentence(draws, language, { title, things })).join(' ');
  });
  return texts.join('\n\n');
}

function sentence(draws: Draws, language: Language, { title, things }: Subjects): string {
  const [first, second] = things;
  const pattern = draws.pick(SENTENCES[language]);
  const text = pattern
    .replace('{a}', first[language])
    .replace('{b}', second[language])
    .replace('{n}', String(draws.int(2, 90)))
    .replace('{name}', title[language]);
  const whole = pattern.includes('{other}')
    ? text.replace('{other}', drawTitle(draws)[language])
    : text;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}
