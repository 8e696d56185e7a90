import { expect, it, vi } from 'vitest';
import { refreshMods } from '../../../src/modules/catalog/index.js';
import type { Platform } from '../../../src/platform/platform.js';
import {
  enqueue,
  type JobHandler,
  type JobHandlers,
} from '../../../src/platform/queue/queue.port.js';
import { createRunner } from '../../../src/platform/queue/runner.js';
import { createWriteQueue } from '../../../src/platform/search/meilisearch/write-queue.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { newId } from '../../../src/request/ids.js';
import { createHandlers } from '../../../workers/handlers.js';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { seedMods, shelfOf } from '../../routes/catalog/catalog-rows.js';
import { blobRow } from '../../rows.js';

const MODS = 200;

/** A task of a slow engine. In the promised time, it ends this number of them. */
const TASK_SECONDS = 2;
const TASKS = LIMITS.searchFreshnessSeconds / TASK_SECONDS;

const world = useWorld({}, { jobs: 'when-settled' });

/** The jobs of these tests sweep no stores. */
const NO_STORES = { sweep: () => Promise.resolve(0) };

/** A search in PostgreSQL whose writes wait for tasks of a second engine, which a test ends. */
function slowSearch(search: Platform['search']) {
  let waiting = 0;
  let written = 0;
  let end: () => void = () => undefined;
  const write = createWriteQueue<string>(() => new Promise((resolve) => (end = resolve)));
  const wait = async (modIds: readonly string[]) => {
    waiting += 1;
    await write(modIds);
    waiting -= 1;
    written += 1;
  };
  return {
    search: {
      ...search,
      async index(entries) {
        await search.index(entries);
        await wait(entries.map(({ modId }) => modId));
      },
      remove: wait,
    } satisfies Platform['search'],
    waiting: () => waiting,
    /** Resolves when the jobs go on that waited for the task. */
    async endTask() {
      const before = written;
      end();
      await vi.waitUntil(() => written > before);
    },
  };
}

/** Runs all queued jobs. Each task ends when all running jobs wait for it. */
async function runJobs(other: JobHandler['run']) {
  const { db, clock, log } = world.platform;
  const engine = slowSearch(world.platform.search);
  let [begun, ended, tasks] = [0, 0, 0];
  const indexing = createHandlers({ ...world.platform, search: engine.search }, NO_STORES);
  const counted = ({ run }: JobHandler): JobHandler => ({
    run(job) {
      begun += 1;
      return run(job);
    },
  });
  const all = { ...indexing, 'deliver-link': { run: other } };
  // The object has exactly the keys of JOBS.
  const handlers = Object.fromEntries(
    Object.entries(all).map(([kind, handler]) => [kind, counted(handler)]),
  ) as unknown as JobHandlers;
  const runner = createRunner({ db, clock, log, handlers, onEnd: () => (ended += 1) });
  const allWait = () => vi.waitUntil(() => ended + engine.waiting() === begun, { timeout: 20_000 });
  const states = new Map<string, number>();
  for (;;) {
    await runner.fill(clock.now());
    await allWait();
    const done = await db.job.findMany({ where: { state: 'succeeded' }, select: { id: true } });
    for (const { id } of done) if (!states.has(id)) states.set(id, tasks);
    if (engine.waiting() === 0) break;
    await engine.endTask();
    tasks += 1;
    await allWait();
  }
  await runner.stop();
  return { tasksUntil: (id: string) => states.get(id) };
}

const publication = () =>
  enqueue(world.platform.db, { kind: 'index-mod', payload: { modId: newId() } });

it('200 changes of mods before it do not delay a publication in a slow search beyond the promised time, nor other jobs', async () => {
  const { db } = world.platform;
  for (let at = 0; at < MODS; at += 1) await publication();
  const published = await publication();
  const other = await enqueue(db, { kind: 'deliver-link', payload: {} });
  const { tasksUntil } = await runJobs(async () => ({ kind: 'done' }));
  expect(tasksUntil(published)).toBeLessThanOrEqual(TASKS);
  expect(tasksUntil(other)).toBe(0);
});

it('200 mods with bytes that became unsafe are one job of search, so a later publication waits for two tasks', async () => {
  const { db } = world.platform;
  await newGame(world, 'rechecked');
  const shelf = await shelfOf(world, 'rechecked');
  const mods = await seedMods(
    world,
    shelf,
    Array.from({ length: MODS }, () => ({})),
  );
  const modIds = mods.map(({ modId }) => modId);
  await world.settled();
  const blob = blobRow({ sha256: 'e'.repeat(64) });
  await db.blob.create({ data: blob });
  await db.artifact.updateMany({ where: { modId: { in: modIds } }, data: { blobId: blob.id } });
  await refreshMods(world.platform, { blobId: blob.id });
  const published = await publication();
  const { tasksUntil } = await runJobs(async () => ({ kind: 'done' }));
  expect(tasksUntil(published)).toBeLessThanOrEqual(2);
  expect(await world.platform.search.outdated()).toEqual([]);
});
