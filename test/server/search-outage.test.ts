import { expect, it } from 'vitest';
import { enqueue } from '../../src/platform/queue/queue.port.js';
import { useWorld } from '../harness.js';
import { metricsOf, metricsShow } from '../metrics.js';
import { newGame } from '../publishing.js';
import { seedModIn, shelfOf } from '../routes/catalog/catalog-rows.js';

// No program listens on the discard port.
const world = useWorld(
  { MEILI_URL: 'http://127.0.0.1:9', MEILI_API_KEY: 'hunter2' },
  { jobs: 'when-settled' },
);

it('searches go on without Meilisearch, /readyz says degraded and /metrics counts them', async () => {
  await newGame(world, 'without');
  const { db, clock } = world.platform;
  const shelf = await shelfOf(world, 'without');
  const title = { en: 'Lighthouse' };
  const { modId } = await db.$transaction((tx) => seedModIn(tx, shelf, { title }, clock.now()));
  await enqueue(db, { kind: 'index-mod', payload: { modId } });
  await world.settled();
  const job = await db.job.findFirstOrThrow({ where: { kind: 'index-mod' } });
  expect(job).toMatchObject({ state: 'queued', attempts: 1 });

  const found = await world.anon.get('/search?q=lighthouse');
  expect(found.body.data).toHaveLength(1);
  const ready = await fetch(`${world.baseUrl}/readyz`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ status: 'ready', parts: { search: 'degraded' } });
  await metricsShow(world, 'modport_search_fallback 1', /^modport_search_fallbacks_total [1-9]$/m);
  expect(`${JSON.stringify(job)} ${await metricsOf(world)}`).not.toContain('hunter2');
});

it('the job catch-up-search ends quietly while Meilisearch is unavailable', async () => {
  const { db } = world.platform;
  await enqueue(db, { kind: 'catch-up-search', payload: {} });
  await world.settled();
  const job = await db.job.findFirstOrThrow({ where: { kind: 'catch-up-search' } });
  expect(job).toMatchObject({ state: 'succeeded', attempts: 1 });
});
