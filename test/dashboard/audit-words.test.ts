import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { audit as german } from '../../dashboard/src/i18n/de/audit.js';
import { history as germanHistory } from '../../dashboard/src/i18n/de/history.js';
import { audit as english } from '../../dashboard/src/i18n/en/audit.js';
import { history as englishHistory } from '../../dashboard/src/i18n/en/history.js';
import { LOCALES, type Locale } from '../../dashboard/src/i18n/index.js';
import { audit as russian } from '../../dashboard/src/i18n/ru/audit.js';
import { history as russianHistory } from '../../dashboard/src/i18n/ru/history.js';
import { TARGETS } from '../../dashboard/src/views/audit/audit-words.js';
import { ERRORS } from '../../src/registry/errors.js';

const MESSAGES: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en: english,
  ru: russian,
  de: german,
};

/** The names in the sources of the service that one of the patterns finds. */
function namedBy(...patterns: readonly RegExp[]): readonly string[] {
  const folder = fileURLToPath(new URL('../../src', import.meta.url));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('generated'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .flatMap((source) => patterns.flatMap((pattern) => [...source.matchAll(pattern)]))
    .flatMap(([, name]) => name ?? []);
  return [...new Set(names)];
}

describe('the words of the audit log for codes', () => {
  const targets = namedBy(/targetKind: '(\w+)'/g, /@Writes\(\s*'[\w-]+',\s*'(\w+)'/g);
  const forbidden = Object.entries(ERRORS)
    .filter(([, { status }]) => status.some((it) => it === 403))
    .map(([code]) => code);
  const otherRefusals = namedBy(/outcome: 'refused'(?: as const)?,\s+code: '(\w+)'/g);

  it.each(LOCALES)('each kind of object that the service records has a name in %s', (locale) => {
    expect(targets.length).toBeGreaterThan(20);
    expect(targets.filter((kind) => !MESSAGES[locale][`auditTarget.${kind}`])).toEqual([]);
  });

  it('the view of the audit log names each kind of object that the service records', () => {
    expect(targets.filter((kind) => !TARGETS.some((known) => known === kind))).toEqual([]);
  });

  it.each(LOCALES)('each code of a refused attempt has words in %s', (locale) => {
    expect(forbidden.length).toBeGreaterThan(10);
    expect(otherRefusals).toContain('rate_limited');
    const codes = [...forbidden, ...otherRefusals];
    expect(codes.filter((code) => !MESSAGES[locale][`refusal.${code}`])).toEqual([]);
  });
});

describe('the words of the history of a mod', () => {
  it.each([
    ['en', englishHistory, /downloads from the fallback store/i],
    ['ru', russianHistory, /скачивание из резервного хранилища/i],
    ['de', germanHistory, /downloads aus dem zweitspeicher/i],
  ] as const)('a changed permission for downloads is named as such in %s', (_, words, named) => {
    expect(words['history.mod.fallback_set']).toMatch(named);
  });
});
