import { inLatin, inRussian, mistype, TYPOS, typedOn } from '../../../bench/search/mistakes.js';
import type { Draws } from '../../../src/seed/draws.js';
import type { Words } from './intent.js';
import type { CountedRule, Titled } from './rules.js';

/** Errors in the rarest word, alone or within the title, and in each word. */
export function typoRules(words: Words): Readonly<Record<string, CountedRule>> {
  const oneOf = (typo: (typeof TYPOS)[number]): CountedRule => ({
    category: `typos: ${typo}`,
    count: 14,
    rule({ title, rare }, draws) {
      if (!/^\p{L}{4,}$/u.test(rare)) return undefined;
      return replaced(words, title, rare, mistype(rare, typo, draws), draws);
    },
  });
  const rules = TYPOS.map((typo) => [`typo-${typo}`, oneOf(typo)] as const);
  return { ...Object.fromEntries(rules), ...severalTypos(words) };
}

function severalTypos(words: Words): Readonly<Record<string, CountedRule>> {
  return {
    twice: {
      category: 'typos: two',
      count: 14,
      rule({ title, rare }, draws) {
        if (!/^\p{L}{9,}$/u.test(rare)) return undefined;
        const once = mistype(rare, draws.pick(TYPOS), draws);
        return replaced(words, title, rare, mistype(once, draws.pick(TYPOS), draws), draws);
      },
    },
    each: {
      category: 'typos: each word',
      count: 14,
      rule({ words: parts, title }, draws) {
        if (parts.length < 2 || !parts.every((it) => /^\p{L}{4,}$/u.test(it))) return undefined;
        const text = parts.map((it) => mistype(it, draws.pick(TYPOS), draws)).join(' ');
        const isShort = text.split(' ').some((it) => it.length < 4);
        if (isShort || !words.areClear(text, parts.join(' '))) return undefined;
        return { text, accepts: words.withTitleWords(title) };
      },
    },
    thenHalf: {
      category: 'typos: then half a word',
      count: 14,
      rule({ words: [first = '', second = '', third] }, draws) {
        if (third || !/^\p{L}{4,}$/u.test(first) || !/^\p{L}{5,}$/u.test(second)) return undefined;
        const mistaken = mistype(first, draws.pick(TYPOS), draws);
        const half = second.slice(0, Math.ceil(second.length / 2));
        if (mistaken.length < 4 || !words.isClear(mistaken, first)) return undefined;
        return { text: `${mistaken} ${half}`, accepts: words.withTitleStart(`${first} ${half}`) };
      },
    },
  };
}

/** A text with a mistaken word, which means the titles with the intended words. */
function replaced(words: Words, title: string, meant: string, mistaken: string, draws: Draws) {
  const isShort = mistaken.length < (meant.length > 8 ? 8 : 4);
  if (isShort || !words.isClear(mistaken, meant)) return undefined;
  const isAlone = draws.chance(0.5);
  const text = isAlone ? mistaken : title.replace(meant, mistaken);
  return { text, accepts: words.withTitleWords(isAlone ? meant : title) };
}

/** The whole text on another layout or in the other script. */
export function scriptRules(words: Words): Readonly<Record<string, CountedRule>> {
  const rewritten = (
    category: string,
    fits: (titled: Titled) => boolean,
    rewrite: (text: string) => string,
  ): CountedRule => ({
    category,
    count: 12,
    rule(titled, draws) {
      const meant = draws.chance(0.5) ? titled.rare : titled.title;
      if (!fits(titled) || !/^[\p{L} ]{4,}$/u.test(meant)) return undefined;
      const text = rewrite(meant);
      if (text === meant.toLowerCase() || !words.areClear(text, meant)) return undefined;
      return { text, accepts: words.withTitleWords(meant) };
    },
  });
  const isIn =
    (...languages: string[]) =>
    (titled: Titled) =>
      languages.includes(titled.language);
  const isRussian = ({ title }: Titled) => /^[А-Яа-яё ]+$/.test(title);
  return {
    ruOnEn: rewritten('layouts', isRussian, (it) => typedOn(it, { meant: 'ru', active: 'en' })),
    enOnRu: rewritten('layouts', isIn('en'), (it) => typedOn(it, { meant: 'en', active: 'ru' })),
    deOnEn: rewritten('layouts', isIn('de'), (it) => typedOn(it, { meant: 'de', active: 'en' })),
    toLatin: rewritten('transliteration', isRussian, inLatin),
    toRussian: rewritten('transliteration', isInvented, inRussian),
  };
}

/** Names are spelled by their sound in Russian; English words are translated. */
function isInvented({ language, title, mod }: Titled): boolean {
  return language === 'en' && /^\p{Lu}\p{Ll}+$/u.test(title) && !mod.titles['ru'];
}
