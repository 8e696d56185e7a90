import { expect, it } from 'vitest';
import { prepareEntries } from '../../../src/platform/search/postgres/entry-rows.js';
import type { SearchEntry } from '../../../src/platform/search/search.port.js';

const ENTRY: SearchEntry = {
  modId: '00000000-0000-7000-8000-000000000001',
  gameId: '00000000-0000-7000-8000-000000000002',
  revision: 1,
  titles: { en: 'Lantern' },
  summaries: {},
  descriptions: { en: 'A lantern of the old road. '.repeat(700) },
  keywords: [],
  facets: [],
  popularity: 0,
};

it('other work gets its turn after each entry that is prepared for the index', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const prepared = await prepareEntries(Array.from({ length: 20 }, () => ENTRY));
  isDone = true;
  expect(prepared).toHaveLength(20);
  expect(turns).toBeGreaterThanOrEqual(19);
});
