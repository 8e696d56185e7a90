import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/registry/error-texts.js';
import { FINDING_TEXTS, isFindingCode, textOf } from '../../src/registry/finding-texts.js';
import type { Finding } from '../../src/registry/findings.js';

const codes = Object.keys(FINDING_TEXTS).filter(isFindingCode);

describe('each finding tells creators what was found, why it matters and how to fix it', () => {
  test.each(LOCALES)('each text exists in %s', (locale) => {
    for (const code of codes) {
      for (const text of Object.values(FINDING_TEXTS[code][locale])) {
        expect(text.length, code).toBeGreaterThan(10);
      }
    }
  });

  test('each language has texts of its own', () => {
    for (const code of codes) {
      const texts = LOCALES.flatMap((locale) => Object.values(FINDING_TEXTS[code][locale]));
      expect(new Set(texts).size, code).toBe(texts.length);
    }
  });
});

test('a text has the values of its finding', () => {
  const finding: Finding = { code: 'zip_method', path: 'a', values: { method: 'LZMA' } };
  expect(textOf(finding, 'en').found).toBe('A file that is compressed with LZMA');
  expect(textOf(finding, 'de').found).toContain('LZMA');
  expect(textOf({ code: 'zip_method' }, 'en').found).toContain('{method}');
});
