import { expect, it, vi } from 'vitest';
import { refreshMods } from '../../../src/modules/catalog/index.js';
import type { Platform } from '../../../src/platform/platform.js';
import {
  type ClaimedJob,
  enqueue,
  type JobHandler,
  type JobHandlers,
} from '../../../src/platform/queue/queue.port.js';
import { createRunner } from '../../../src/platform/queue/runner.js';
import type { MeiliSearch } from '../../../src/platform/search/meilisearch/meilisearch-search.js';
import { createWriteQueue } from '../../../src/platform/search/meilisearch/write-queue.js';
import { createSearchWithFallback } from '../../../src/platform/search/search-with-fallback.js';
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

/** Published mods of a new game that have a file with the same bytes. */
async function modsWithBlob(slug: string, count: number, sha256: string) {
  const { db } = world.platform;
  await newGame(world, slug);
  const shelf = await shelfOf(world, slug);
  const mods = await seedMods(
    world,
    shelf,
    Array.from({ length: count }, () => ({})),
  );
  const modIds = mods.map(({ modId }) => modId).sort();
  await world.settled();
  const blob = blobRow({ sha256 });
  await db.blob.create({ data: blob });
  await db.artifact.updateMany({ where: { modId: { in: modIds } }, data: { blobId: blob.id } });
  return { modIds, blobId: blob.id };
}

it('200 mods with bytes that became unsafe share tasks of search, so a later publication waits for two', async () => {
  const { blobId } = await modsWithBlob('rechecked', MODS, 'e'.repeat(64));
  await refreshMods(world.platform, { blobId });
  const published = await publication();
  const { tasksUntil } = await runJobs(async () => ({ kind: 'done' }));
  expect(tasksUntil(published)).toBeLessThanOrEqual(2);
  expect(await world.platform.search.outdated()).toEqual([]);
});

/** A Meilisearch that fails once, after PostgreSQL has the entries. It notes all other calls. */
function failingOnce() {
  const calls: { readonly indexed?: readonly string[]; readonly removed?: readonly string[] }[] =
    [];
  let failures = 1;
  const primary: Pick<MeiliSearch, 'index' | 'remove'> = {
    async index(entries) {
      failures -= 1;
      if (failures === 0) throw new Error('killed');
      calls.push({ indexed: entries.map(({ modId }) => modId).sort() });
    },
    async remove(removed) {
      calls.push({ removed });
    },
  };
  const { search: fallback, log } = world.platform;
  // The jobs of the index use only these of its functions.
  const search = createSearchWithFallback({ primary: primary as MeiliSearch, fallback, log });
  return { search, calls };
}

it('a job index-mods that ends between both engines writes all of its mods to both when it runs again', async () => {
  const { db } = world.platform;
  const { modIds, blobId } = await modsWithBlob('killed', 3, 'f'.repeat(64));
  await db.$executeRaw`
    update mods set snapshot_revision = snapshot_revision + 1 where id = any(${modIds}::uuid[])`;
  const where = { id: modIds[2] ?? '' };
  await db.mod.update({ where, data: { state: 'hidden' } });
  await refreshMods(world.platform, { blobId });
  const [row, ...more] = await db.job.findMany({ where: { kind: 'index-mods', state: 'queued' } });
  expect(more).toEqual([]);
  const { search, calls } = failingOnce();
  const { 'index-mods': handler } = createHandlers({ ...world.platform, search }, NO_STORES);
  const job = { ...row, attempt: 1, signal: new AbortController().signal } as unknown as ClaimedJob;
  await expect(handler.run(job)).rejects.toThrow('killed');
  // PostgreSQL has all that it needs, so a comparison with it would find nothing.
  expect(await world.platform.search.outdated()).toEqual([]);
  expect(await handler.run(job)).toEqual({ kind: 'done' });
  expect(calls).toEqual([{ indexed: modIds.slice(0, 2) }, { removed: [where.id] }]);
});
