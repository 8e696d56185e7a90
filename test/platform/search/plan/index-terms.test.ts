import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compoundTerms, indexTerms } from '../../../../src/platform/search/plan/index-terms.js';
import { readable } from '../../../../src/platform/search/plan/letters.js';
import { partsOf, wordsOf } from '../../../../src/platform/search/plan/words.js';
import { longTest, rounds } from '../../../rounds.js';
import { anyText, LONG_TEXTS } from './hostile-texts.js';

const sorted = (terms: readonly string[]) => [...terms].sort();

describe('the terms of a text', () => {
  it.each([
    ['lower case', 'Night MARKET', 'night market'],
    ['the sigma at the end of a word', 'ΟΔΟΣ', 'οδοσ'],
    ['compatibility forms', 'Ｆｕｌｌ ﬁre x² №5 Ⅳ', 'full fire x2 x 2 no5 no 5 iv'],
    ['composed and decomposed diacritics', 'café cafe\u0301 Ångström', 'cafe angstrom angstroem'],
    ['stress marks in Russian', 'за\u0301мок', 'замок'],
    ['ё as е', 'Ёлка ещё е\u0308', 'елка еще е'],
    ['й as a letter of its own', 'Йод и\u0306', 'йод й'],
    ['sharp s', 'Straße STRAẞE', 'strasse'],
    ['umlauts in both spellings', 'Über', 'uber ueber'],
    ['ligatures and letters without a decomposition', 'Æther œuvre łódź', 'aether oeuvre lodz'],
    [
      'zero-width and bidirectional characters',
      'wo\u200brd a\u202eb s\u00adoft \ufeffx',
      'word ab soft x',
    ],
    ['control characters', 'one\0two\x1fthree\u0085four', 'one two three four'],
    ['line ends', 'one\r\ntwo\u2028three', 'one two three'],
    ['apostrophes', "don't O’Neil l`or it\u00b4s 'quoted'", 'dont oneil o neil lor its quoted'],
    ['separators, split and joined', 'better-end a.b', 'better end betterend a b ab'],
    ['camel case, split and joined', 'BetterEnd', 'betterend better end'],
    ['a word after an abbreviation', 'GTAVEnhanced', 'gtavenhanced gtav enhanced'],
    ['an abbreviation in the plural', 'NPCs', 'npcs'],
    ['digits, split and joined', 'mod2', 'mod2 mod 2'],
    ['a letter after a digit', '3D', '3d 3 d'],
    ['a version', 'v1.2', 'v1 v 1 2 v12 12'],
    ['vowel signs of other scripts', 'हिन्दी', 'हिन्दी'],
    ['syllables of Korean', '각', '각'],
    ['operators', '"a b" -c d:* & | ! ( )', 'a b c d'],
    ['emoji and punctuation only', '😀 … — !!!', ''],
    ['lone surrogates', 'a\ud800b \udc00', 'a b ab'],
  ])('a text is indexed by its terms: %s', (_, text, terms) => {
    expect(indexTerms(text)).toEqual(terms === '' ? [] : terms.split(' '));
  });

  it.each([
    ['Mueller', 'mueller muller'],
    ['Poesie', 'poesie posie'],
    ['neue Quelle', 'neue quelle'],
  ])('German %s may have an umlaut as two letters', (text, terms) => {
    expect(indexTerms(text, 'de')).toEqual(terms.split(' '));
    expect(indexTerms(text, 'en')).toEqual(text.toLowerCase().split(' '));
  });

  it('a term has at most 40 code points', () => {
    expect(indexTerms('😀'.repeat(3) + '𝒳'.repeat(50))).toEqual(['x'.repeat(40)]);
    expect(indexTerms('東'.repeat(50))).toEqual(['東'.repeat(40)]);
    expect(indexTerms('𠀀'.repeat(50))).toEqual(['𠀀'.repeat(40)]);
  });

  it('a letter keeps at most 30 marks', () => {
    expect(indexTerms(`क${'ि'.repeat(35)}`)).toEqual([`क${'ि'.repeat(30)}`]);
    expect(indexTerms(`क${'\uff9e'.repeat(35)}`)).toEqual([`क${'\u3099'.repeat(30)}`]);
    expect(indexTerms(`ཀ${'\u0f73'.repeat(20)}`)).toEqual([
      `ཀ${'\u0f71'.repeat(20)}${'\u0f72'.repeat(10)}`,
    ]);
  });

  it('words with punctuation between them are not joined beyond 40 code points', () => {
    const [left, right] = ['a'.repeat(20), 'b'.repeat(21)];
    expect(indexTerms(`${left}.${right}`)).toEqual([left, right]);
  });

  it('terms are stable: the terms of terms are the same terms', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('en', 'de', 'ru', undefined), (text, language) => {
        const terms = indexTerms(text, language);
        expect(sorted(indexTerms(terms.join(' '), language))).toEqual(sorted(terms));
      }),
      { numRuns: rounds(300, 3_000) },
    );
  });

  longTest('terms of letters from all over Unicode are stable', () => {
    const unstable: string[] = [];
    for (let first = 0; first < 0x30000; first += 64 * rounds(8, 1)) {
      const letters = Array.from({ length: 64 }, (_, at) => String.fromCodePoint(first + at));
      const terms = indexTerms(letters.join(' a'), 'de');
      const again = new Set(indexTerms(terms.join(' '), 'de'));
      if (again.size !== terms.length) unstable.push(first.toString(16));
      unstable.push(...terms.filter((term) => !again.has(term)));
    }
    expect(unstable).toEqual([]);
  });

  it('terms have only letters, digits and the marks of other scripts', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const isTerm = (it: string) => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*$/u.test(it);
        const terms = [...indexTerms(text, 'de'), ...compoundTerms(text)];
        expect(terms.filter((it) => !isTerm(it) || [...it].length > 40)).toEqual([]);
      }),
      { numRuns: rounds(200, 2_000) },
    );
  });

  it.each(LONG_TEXTS.map((text) => [text.slice(0, 4), text]))('long text %j', (_, text) => {
    expect(indexTerms(text).length).toBeLessThan(text.length);
  });
});

describe('the shortcuts for common texts', () => {
  const common = fc.string({
    unit: fc.constantFrom(..."aBcäÖßёЙя09 .,!)'`-–“é²\u00ad\u0301\u0308"),
    maxLength: 12,
  });

  it('common texts are read as if they had an invisible character', () => {
    fc.assert(
      fc.property(common, (text) => {
        expect(readable(text)).toBe(readable(`\u200b${text}`));
      }),
      { numRuns: rounds(1_000, 20_000) },
    );
  });

  it('common words are found as if a separator preceded them', () => {
    fc.assert(
      fc.property(common, (chunk) => {
        expect(wordsOf(chunk)).toEqual(wordsOf(`~${chunk}`));
      }),
      { numRuns: rounds(1_000, 20_000) },
    );
  });

  it('common words have the parts that they have after a part of their own', () => {
    fc.assert(
      fc.property(
        common.filter((text) => /^\p{L}+$/u.test(text)),
        (word) => {
          expect(partsOf(`0${word}`)).toEqual(['0', ...partsOf(word)]);
        },
      ),
      { numRuns: rounds(1_000, 20_000) },
    );
  });
});

describe('the compound terms of a text', () => {
  it.each([
    ['Book Keeping', 'bookkeeping'],
    ['The Book-Keeping Mod', 'thebook bookkeeping keepingmod thebookkeepingmod'],
    ['Schöne Straße', 'schonestrasse schoenestrasse'],
    ['Mod 2', 'mod2'],
    ['Lantern', ''],
    ['', ''],
  ])('%j', (text, terms) => {
    expect(compoundTerms(text)).toEqual(terms === '' ? [] : terms.split(' '));
  });
});
