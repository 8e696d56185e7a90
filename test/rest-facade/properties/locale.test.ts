import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localeOf } from '../../../rest-facade/headers.js';
import { anyText } from './texts.js';

const LOCALES = ['en', 'ru', 'de'];

interface Range {
  readonly language: string;
  readonly rest: string;
  /** In thousandths; null without a weight. */
  readonly weight: number | null;
  readonly blank: string;
}

const range: fc.Arbitrary<Range> = fc.record({
  language: fc.constantFrom('en', 'EN', 'ru', 'Ru', 'de', 'fr', 'e', 'eng', '*', ''),
  rest: fc.constantFrom('', '-AT', '-Latn-RU', '-x-private'),
  weight: fc.option(fc.oneof(fc.constantFrom(0, 1000), fc.integer({ min: 0, max: 1000 }))),
  blank: fc.constantFrom('', ' ', '\t '),
});

function written({ language, rest, weight, blank }: Range): string {
  const parameter = weight === null ? '' : `${blank};${blank}q=${weight / 1000}`;
  return `${blank}${language}${rest}${parameter}${blank}`;
}

/** The supported language with the highest weight, the first of equal ones; English by default. */
function expected(ranges: readonly Range[]): string {
  const wanted = ranges
    .map(({ language, weight }) => ({
      locale: language === '*' ? 'en' : language.toLowerCase(),
      weight: weight ?? 1000,
    }))
    .filter(({ locale, weight }) => LOCALES.includes(locale) && weight > 0);
  const most = Math.max(...wanted.map(({ weight }) => weight));
  return wanted.find(({ weight }) => weight === most)?.locale ?? 'en';
}

describe('Accept-Language', () => {
  it('localeOf picks the supported language with the highest weight', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 32 }), (ranges) => {
        expect(localeOf(ranges.map(written).join(','))).toBe(expected(ranges));
      }),
      { numRuns: 500 },
    );
  });

  it('localeOf returns a supported language for any header, and English without one', () => {
    fc.assert(
      fc.property(anyText, (header) => {
        expect(LOCALES).toContain(localeOf(header));
      }),
    );
    expect(localeOf(undefined)).toBe('en');
  });
});
