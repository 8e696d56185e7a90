import { beforeAll, expect, it } from 'vitest';
import { refreshSearch } from '../../../src/modules/catalog/index.js';
import type { SearchEntry } from '../../../src/platform/search/search.port.js';
import { useWorld } from '../../harness.js';
import { keptLog } from '../../kept-log.js';
import { type SearchGame, searchGame } from './search-subject.js';

const logged: object[] = [];
const log = { ...keptLog, error: (fields: object) => void logged.push(fields) };
const world = useWorld({}, { jobs: 'when-settled', log });
let game: SearchGame;

beforeAll(async () => {
  game = await searchGame(world, 'refused');
});

/** Six letters of a number: other numbers give other letters. */
const lettersOf = (number: number) =>
  [...number.toString(8).padStart(6, '0')].map((digit) => 'bcdfghjk'[Number(digit)]).join('');

/** A text of distinct chunks, each of which has six terms. */
function chunks(first: number, characters: number): string {
  const count = Math.ceil(characters / 16);
  return Array.from(
    { length: count },
    (_, at) => `${lettersOf(first + at)}ü-${lettersOf(first + at)}lü `,
  ).join('');
}

/** An entry with more terms than a `tsvector` holds. No text of a mod is as long. */
const overlong = (entry: SearchEntry): SearchEntry => ({
  ...entry,
  revision: entry.revision + 1,
  summaries: { en: chunks(0, 300_000) },
});

it('a mod with long descriptions in many languages is found by words of each of them', async () => {
  const entry = await game.publish({ title: 'Tower' });
  const languages = ['en', 'de', 'ru', 'fr', 'es', 'it', 'pl', 'cs', 'nl', 'pt', 'sv', 'uk'];
  const descriptions = Object.fromEntries(
    languages.map((language, at) => [language, `lantern${language} ${chunks(at * 1_250, 20_000)}`]),
  );
  await world.platform.search.index([{ ...entry, descriptions }]);
  for (const language of languages) {
    expect(await game.titles(`lantern${language}`)).toEqual(['Tower']);
  }
});

it('an entry that PostgreSQL refuses does not prevent the other ones of its batch', async () => {
  const bad = await game.publish({ title: 'Orchid' });
  const others = [
    await game.publish({ title: 'Orchid House' }),
    await game.publish({ title: 'Orchid Garden' }),
  ];
  await expect(world.platform.search.index([overlong(bad), ...others])).rejects.toMatchObject({
    name: 'RefusedEntries',
    modIds: [bad.modId],
  });
  expect((await game.titles('orchid')).sort()).toEqual(['Orchid Garden', 'Orchid House']);
});

it('a rebuild continues after an entry that PostgreSQL refuses, logs it and keeps the earlier one', async () => {
  const first = await game.publish({ title: 'Harvest' });
  const second = await game.publish({ title: 'Harvest Moon' });
  await world.platform.search.index([first, second]);
  async function* batches() {
    yield [overlong(first), second];
  }
  expect(await world.platform.search.rebuild(batches())).toBe(1);
  expect((await game.titles('harvest')).sort()).toEqual(['Harvest', 'Harvest Moon']);
  expect(logged).toContainEqual(expect.objectContaining({ mods: [first.modId] }));
});

it('a refresh of the index updates its statistics although PostgreSQL refuses the entry of a mod', async () => {
  const [bad] = await game.add({ title: 'Meadow' });
  const where = { id: bad?.modId ?? '' };
  const { db } = world.platform;
  const { document } = await db.mod.findUniqueOrThrow({ where });
  const overlongDocument = { ...(document as object), summary: { en: chunks(0, 300_000) } };
  const data = { document: overlongDocument, documentRevision: { increment: 5 } };
  await db.mod.update({ where, data });
  await db.searchStatistics.deleteMany();
  await refreshSearch(world.platform, new AbortController().signal);
  expect(await db.searchStatistics.count()).toBeGreaterThan(0);
  expect(logged).toContainEqual(expect.objectContaining({ mods: [bad?.modId] }));
});
