import type { CatalogMod } from './catalog.js';
import type { Words } from './intent.js';
import type { CountedRule, Titled } from './rules.js';

/** Whole titles, titles without their end, and slugs. */
export function exactRules(words: Words): Readonly<Record<string, CountedRule>> {
  return {
    names: {
      category: 'names',
      count: 40,
      rule: ({ title }) => ({ text: title.toLowerCase(), accepts: words.titled(title) }),
    },
    halfNames: {
      category: 'half names',
      count: 32,
      rule({ title }, draws) {
        const last = title.split(/[ -]/).at(-1) ?? '';
        const kept = Math.max(3, Math.ceil(last.length * (0.4 + 0.4 * draws.unit())));
        if (last.length < 5 || kept >= last.length) return undefined;
        const text = title.slice(0, title.length - last.length + kept);
        return { text, accepts: words.withTitleStart(text) };
      },
    },
    slugs: {
      category: 'slugs',
      count: 8,
      rule: ({ mod }) => ({ text: mod.slug, accepts: [mod] }),
    },
  };
}

/** Compounds in two words, two words as one, and camel case in words. */
export function compoundRules(words: Words): Readonly<Record<string, CountedRule>> {
  return {
    apart: {
      category: 'compounds',
      count: 12,
      rule({ rare }, draws) {
        const at = draws.int(4, Math.max(4, rare.length - 4));
        const halves = [rare.slice(0, at), rare.slice(at)];
        if (rare.length < 8 || !halves.every((it) => words.frequency(it) > 0)) return undefined;
        return {
          text: halves.join(' '),
          accepts: words.withTitleWords(rare).concat(words.withTitleWords(halves.join(' '))),
        };
      },
    },
    together: {
      category: 'compounds',
      count: 12,
      rule({ words: parts }) {
        const text = parts.slice(0, 2).join('').toLowerCase();
        return parts.length < 2 || /\d/.test(text)
          ? undefined
          : { text, accepts: words.withTitleWords(text) };
      },
    },
    camel: {
      category: 'camel case',
      count: 8,
      rule({ rare }) {
        const text = rare.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
        return text === rare ? undefined : { text, accepts: words.withTitleWords(text) };
      },
    },
  };
}

/** Letters without marks, the other numerals, and rare words with words of every mod. */
export function letterRules(words: Words): Readonly<Record<string, CountedRule>> {
  return {
    letters: {
      category: 'umlauts',
      count: 16,
      rule({ title }, draws) {
        const text = withoutMarks(title, draws.chance(0.5));
        return text === title.toLowerCase()
          ? undefined
          : { text, accepts: words.withTitleWords(title) };
      },
    },
    numerals: {
      category: 'numbers',
      count: 10,
      rule({ title }) {
        const text = title.replace(/ (\d|[IV]+)$/, (_, it: string) => ` ${NUMERALS[it] ?? it}`);
        return text === title || words.titled(text).length > 0
          ? undefined
          : { text, accepts: words.withTitleWords(title) };
      },
    },
    frequent: {
      category: 'frequent words',
      count: 12,
      rule({ rare, language }, draws) {
        if (language === 'de' || words.frequency(rare) > 3 || rare.length < 5) return undefined;
        const [first = 'the', ...others] =
          language === 'en' ? ['the', 'this mod', 'with mod'] : ['для', 'мод'];
        return {
          text: `${draws.pick([first, ...others])} ${rare}`,
          accepts: words.withTitleWords(rare),
        };
      },
    },
  };
}

/** The text in lower case without marks; umlauts as one letter, or with an `e`. */
function withoutMarks(text: string, hasE: boolean): string {
  const spellings = hasE ? { ä: 'ae', ö: 'oe', ü: 'ue' } : { ä: 'a', ö: 'o', ü: 'u' };
  return Object.entries({ ...spellings, ß: 'ss', ё: 'е' }).reduce(
    (it, [letter, plain]) => it.replaceAll(letter, plain),
    text.toLowerCase(),
  );
}

const NUMERALS: Readonly<Record<string, string>> = {
  2: 'II',
  3: 'III',
  4: 'IV',
  5: 'V',
  6: 'VI',
  II: '2',
  III: '3',
  IV: '4',
  V: '5',
  VI: '6',
};

/** A word of the title with the author, a category, or a title in another language. */
export function keywordRules(words: Words): Readonly<Record<string, CountedRule>> {
  const also = (
    category: string,
    other: (titled: Titled) => string | undefined,
    fits: (mod: CatalogMod, word: string) => boolean,
  ): CountedRule => ({
    category,
    count: 8,
    rule(titled) {
      const { rare } = titled;
      const word = other(titled) ?? '';
      if (word.length < 4 || rare.length < 4) return undefined;
      const accepts = words.withTitleWords(rare).filter((mod) => fits(mod, word));
      return { text: `${rare} ${word}`, accepts };
    },
  });
  return {
    authors: also(
      'authors',
      ({ mod }) => mod.author.displayName,
      ({ author }, word) => author.displayName === word,
    ),
    categories: also(
      'categories',
      ({ mod }) => mod.categories[0],
      ({ categories }, word) => categories.includes(word),
    ),
    languages: also(
      'languages',
      ({ mod: { titles }, language }) => {
        const other = Object.keys(titles).find((it) => it !== language);
        return titles[other ?? '']?.split(/[ -]/)[0];
      },
      (mod, word) => words.withTitleWords(word).includes(mod),
    ),
  };
}
