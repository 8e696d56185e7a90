import { describe, expect, it } from 'vitest';
import { LIST_TEXTS } from '../../src/pages/catalog/texts/list.js';
import { plural } from '../../src/pages/kit/index.js';
import { FILE_TEXTS } from '../../src/pages/mods/texts/files.js';
import { MOD_TEXTS } from '../../src/pages/mods/texts/mod.js';

/** A text with plain spaces: the formats of numbers contain others. */
const spaced = (text: string) => text.replace(/\s/g, ' ');

describe('a count in a text', () => {
  it.each([
    ['ru', 1, '1 скачивание'],
    ['ru', 22, '22 скачивания'],
    ['ru', 9_991, '9 991 скачивание'],
    ['ru', 10_000, '10 тыс. скачиваний'],
    ['ru', 10_001, '10 тыс. скачиваний'],
    ['ru', 12_342, '12,3 тыс. скачиваний'],
    ['ru', 1_000_001, '1 млн скачиваний'],
    ['ru', 2_000_002, '2 млн скачиваний'],
    ['en', 1, '1 download'],
    ['en', 10_001, '10K downloads'],
    ['de', 1, '1 Download'],
    ['de', 1_200_001, '1,2 Mio. Downloads'],
  ] as const)('a page in %s says of %i downloads: %s', (locale, count, text) => {
    expect(spaced(MOD_TEXTS[locale].downloads(count))).toBe(text);
  });

  it.each([
    [10_001, 'Найдено 10 тыс. модов'],
    [1_000_021, 'Найдено 1 млн модов'],
  ])('a list in Russian says of %i mods: %s', (count, text) => {
    expect(spaced(plural(count, 'ru', LIST_TEXTS.ru.count))).toBe(text);
  });

  it.each([
    [1, 'Noch 1 anzeigen', 'und noch 1'],
    [2, '2 weitere anzeigen', 'und 2 weitere'],
  ])('further values, of which there are %i, fit each gender in German', (count, link, rest) => {
    expect(plural(count, 'de', LIST_TEXTS.de.more)).toBe(link);
    expect(MOD_TEXTS.de.more(count)).toBe(rest);
  });

  it.each([
    ['en', 1, 'Show 1 more file'],
    ['en', 2, 'Show 2 more files'],
    ['ru', 1, 'Показать ещё 1 файл'],
    ['ru', 3, 'Показать ещё 3 файла'],
    ['ru', 50, 'Показать ещё 50 файлов'],
    ['de', 1, '1 weitere Datei anzeigen'],
    ['de', 2, '2 weitere Dateien anzeigen'],
  ] as const)('the link in %s to %i further files says: %s', (locale, count, text) => {
    expect(plural(count, locale, FILE_TEXTS[locale].moreFiles)).toBe(text);
  });
});
