import { expect, it } from 'vitest';
import { LIMITS } from '../../src/registry/limits.js';
import { useWorld } from '../harness.js';
import { metricsOf, metricsShow } from '../metrics.js';
import { draftMod, newGame, readyVersion } from '../publishing.js';

const METRIC = 'modport_search_freshness_seconds';

/** The changes that search showed in the promised time. */
const IN_TIME = `_bucket{le="${LIMITS.searchFreshnessSeconds}"}`;

const world = useWorld({}, { jobs: 'when-settled' });

it('a publication is searchable after its job, and /metrics counts the time until then', async () => {
  const alice = await world.creator('alice');
  await newGame(world, 'fresh');
  const { id } = await draftMod(alice, 'fresh', { title: { en: 'Quicksilver' } });
  const { versionId } = await readyVersion(world, alice, id, { version: '1.0.0' });
  await world.settled();
  const found = async () => (await world.anon.get('/search?q=quicksilver')).body.data;
  const earlier = await countOf('_count');
  const inTime = await countOf(IN_TIME);
  const published = await alice.post(`/mods/${id}/versions/${versionId}/publish`, {});
  expect(published.status).toBe(200);
  expect(await found()).toEqual([]);

  world.clock.advance(120);
  await world.settled();
  expect(await found()).toMatchObject([{ id }]);
  const now = earlier + 1;
  await metricsShow(world, `${METRIC}_count ${now}`, `${METRIC}_bucket{le="300"} ${now}`);
  expect(await countOf(IN_TIME)).toBe(inTime);
});

it('/metrics counts the changes that search showed in the promised time', async () => {
  expect(await countOf(IN_TIME)).toBeGreaterThanOrEqual(0);
});

async function countOf(series: string): Promise<number> {
  const lines = (await metricsOf(world)).split('\n');
  const found = lines.find((line) => line.startsWith(`${METRIC}${series} `));
  return Number(found?.split(' ').at(-1));
}
