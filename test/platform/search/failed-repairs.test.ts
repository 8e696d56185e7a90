import { expect, it, vi } from 'vitest';
import type { Log } from '../../../src/platform/log.js';
import { MeiliFailure } from '../../../src/platform/search/meilisearch/failure.js';
import type { MeiliSearch } from '../../../src/platform/search/meilisearch/meilisearch-search.js';
import type { PublishedMods, Search } from '../../../src/platform/search/search.port.js';
import { createSearchWithFallback } from '../../../src/platform/search/search-with-fallback.js';

const NO_MODS = {} as PublishedMods;

it('repairs of the index in Meilisearch log each reason of failures in a row once, also during an outage', async () => {
  const warn = vi.fn();
  const catchUp = vi.fn<MeiliSearch['catchUp']>();
  const search = createSearchWithFallback({
    primary: { catchUp } as unknown as MeiliSearch,
    fallback: {} as Search,
    log: { warn } as unknown as Log,
  });
  const missing = new MeiliFailure('400 index_not_found', true, 'index_not_found');
  const full = new MeiliFailure('indexCreation failed: No space left on device', true);
  for (const failure of [missing, full, full, full]) {
    catchUp.mockRejectedValueOnce(failure);
    expect(await search.catchUp?.(NO_MODS)).toBe(0);
  }
  catchUp.mockResolvedValueOnce(7);
  expect(await search.catchUp?.(NO_MODS)).toBe(7);
  catchUp.mockRejectedValueOnce(full);
  await search.catchUp?.(NO_MODS);
  search.stop();
  const unrepaired = (err: MeiliFailure) => [
    { part: 'meilisearch', err },
    'the index in Meilisearch was not filled or repaired',
  ];
  expect(warn.mock.calls).toEqual([
    [{ part: 'meilisearch', err: missing }, 'PostgreSQL alone serves searches'],
    unrepaired(missing),
    unrepaired(full),
    unrepaired(full),
  ]);
});
