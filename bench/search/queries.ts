import { createDraws, type Draws } from '../../src/seed/draws.js';
import { planMod } from '../../src/seed/plan-mod.js';
import { SYLLABLES } from '../../src/seed/words/syllables.js';
import { SEED } from '../seed-mods.js';
import { inLatin, mistype, TYPOS, typedOn } from './mistakes.js';

/** A text to search for. */
export interface BenchQuery {
  readonly category: string;
  readonly text: string;
}

/** The number of mixed queries. */
const MIXED = 400;

interface Titled {
  readonly titles: Readonly<Record<string, string>>;
  readonly title: string;
  readonly words: readonly string[];
  /** The longest word of the title. */
  readonly longest: string;
}

/** Words in the titles and summaries of a tenth to two fifths of all mods. */
const WIDESPREAD = [
  'libraries',
  'interface',
  'gameplay',
  'performance',
  'creatures',
  'lantern',
  'lanterns',
  'world',
  'server',
  'player',
  'players',
  'mod',
  'night',
  'more',
  'new',
  'old',
  'orbit',
  'the',
  'and',
  'with',
  'for',
  'minute',
  'work',
  'about',
] as const;

type Rule = (titled: Titled, draws: Draws) => string;

/** The kinds of mixed queries, each as frequent as the others, and the rules of each in turn. */
const KINDS: Readonly<Record<string, readonly [Rule, ...Rule[]]>> = {
  name: [
    ({ title }) => title,
    ({ longest }) => `the mod ${longest}`,
    ({ titles, words }) => `${words[0]} ${titles['ru'] ?? titles['de'] ?? ''}`.trim(),
  ],
  'half a name': [
    ({ title }, draws) => title.slice(0, Math.ceil(title.length * (0.4 + draws.unit() / 2))),
    ({ words }, draws) => words[draws.int(0, words.length - 1)] ?? '',
  ],
  'typing error': [
    ...(TYPOS.map(
      (typo) =>
        ({ longest }: Titled, draws: Draws) =>
          mistype(longest, typo, draws),
    ) as [Rule, ...Rule[]]),
    ({ longest }, draws) =>
      mistype(mistype(longest, draws.pick(TYPOS), draws), draws.pick(TYPOS), draws),
    ({ words }, draws) =>
      words
        .map((word) => (word.length > 3 ? mistype(word, draws.pick(TYPOS), draws) : word))
        .join(' '),
  ],
  'wrong layout': [
    ({ titles, title }) =>
      titles['ru']
        ? typedOn(titles['ru'], { meant: 'ru', active: 'en' })
        : typedOn(title, { meant: 'en', active: 'ru' }),
  ],
  transliteration: [({ titles, title }) => inLatin(titles['ru'] ?? title)],
  compound: [
    ({ words }) => words.join(''),
    ({ longest }) =>
      `${longest.slice(0, longest.length >> 1)} ${longest.slice(longest.length >> 1)}`,
  ],
  'a frequent word': [(_, draws) => draws.pick(WIDESPREAD)],
  nonsense: [
    (_, draws) =>
      Array.from({ length: 4 }, () => draws.pick(SYLLABLES))
        .join('')
        .split('')
        .reverse()
        .join(''),
  ],
};

/**
 * Queries of all kinds over the first `mods` mods of the seed. Texts repeat, as those of players
 * do: there are few frequent words. A `round` always has the same queries, another round others.
 */
export function mixedQueries(mods: number, round: string): BenchQuery[] {
  const kinds = Object.entries(KINDS);
  return Array.from({ length: MIXED }, (_, turn) => {
    const draws = createDraws(`${round}/${turn}`);
    const [category, rules] = kinds[turn % kinds.length] as [string, readonly [Rule, ...Rule[]]];
    const rule = rules[Math.floor(turn / kinds.length) % rules.length] ?? rules[0];
    return { category, text: rule(drawTitled(mods, draws), draws) };
  });
}

/** The number of texts of suggestions. */
const TYPED = 200;

/**
 * `TYPED` different beginnings of titles, of two letters and more, in lower case, as a person types
 * them. It draws until there are that many.
 */
export function typedQueries(mods: number, round: string): BenchQuery[] {
  const texts = new Set<string>();
  for (let turn = 0; texts.size < TYPED; turn += 1) {
    const draws = createDraws(`typed/${round}/${turn}`);
    const { title } = drawTitled(mods, draws);
    texts.add(title.slice(0, draws.int(2, title.length)).toLowerCase());
  }
  return [...texts].map((text) => ({ category: 'typed', text }));
}

/** Pairs of words that are in every mod. */
export function frequentQueries(): BenchQuery[] {
  const words = ['mod', 'this', 'needs', 'please', 'report', 'problems', 'with', 'the', 'comments'];
  return words.flatMap((first, at) =>
    words.slice(at + 1).map((second) => ({ category: 'frequent', text: `${first} ${second}` })),
  );
}

/** Titles of two words, as many as `frequentQueries` has pairs. */
export function rareQueries(mods: number): BenchQuery[] {
  const count = frequentQueries().length;
  const texts = new Set<string>();
  for (let turn = 0; texts.size < count; turn += 1) {
    const { words, title } = drawTitled(mods, createDraws(`rare/${turn}`));
    if (words.length === 2) texts.add(title);
  }
  return [...texts].map((text) => ({ category: 'rare', text }));
}

function drawTitled(mods: number, draws: Draws): Titled {
  const { title: titles } = planMod(SEED, draws.int(0, mods - 1));
  const [first = '', ...others] = Object.values(titles);
  const title = draws.pick([first, ...others]);
  const words = title.split(/[ -]/);
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one));
  return { titles, title, words, longest };
}
