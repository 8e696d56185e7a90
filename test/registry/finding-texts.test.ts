import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/registry/error-texts.js';
import { FINDING_TEXTS, isFindingCode, textOf } from '../../src/registry/finding-texts.js';
import type { Finding } from '../../src/registry/findings.js';

const codes = Object.keys(FINDING_TEXTS).filter(isFindingCode);

describe('the texts of findings for creators', () => {
  test.each(LOCALES)('every finding has its texts in %s', (locale) => {
    for (const code of codes) {
      for (const text of Object.values(FINDING_TEXTS[code][locale])) {
        expect(text.length, code).toBeGreaterThan(10);
      }
    }
  });

  test('finding texts differ between languages and parts', () => {
    for (const code of codes) {
      const texts = LOCALES.flatMap((locale) => Object.values(FINDING_TEXTS[code][locale]));
      expect(new Set(texts).size, code).toBe(texts.length);
    }
  });
});

test('a finding text contains the values of its finding', () => {
  const finding: Finding = { code: 'zip_method', path: 'a', values: { method: 'LZMA' } };
  expect(textOf(finding, 'en').found).toBe('A file that is compressed with LZMA');
  expect(textOf(finding, 'de').found).toContain('LZMA');
  expect(textOf({ code: 'zip_method' }, 'en').found).toContain('{method}');
});
