import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Clock } from '../../../src/platform/clock.js';
import { silentLog } from '../../../src/platform/log.js';
import { createDispatcher } from '../../../src/platform/queue/dispatcher.js';
import { enqueue } from '../../../src/platform/queue/enqueue.js';
import type {
  ClaimedJob,
  JobHandler,
  JobHandlers,
  Queue,
} from '../../../src/platform/queue/queue.port.js';
import { JOBS, PERIODIC_JOBS } from '../../../src/registry/jobs.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';

const KIND = 'index-mod';
const { maxAttempts, backoffSeconds, leaseSeconds } = JOBS[KIND];

let database: TestDatabase;
let started: Queue[];
let offsetMs: number;
const clock: Clock = { now: () => new Date(Date.now() + offsetMs) };

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

beforeEach(() => {
  started = [];
  offsetMs = 1000;
});
afterEach(async () => {
  await Promise.all(started.map((queue) => queue.stop()));
  await database.db.job.deleteMany({});
});

const done: JobHandler['run'] = async () => ({ kind: 'done' });

/** Starts a dispatcher whose jobs of one kind are run by `handler`; the others do nothing. */
function start(handler: JobHandler, options: { exclusive?: boolean } = {}): Queue {
  const queue = createDispatcher({ db: database.db, clock, log: silentLog, ...options });
  const others = Object.fromEntries(Object.keys(JOBS).map((kind) => [kind, { run: done }]));
  // Made of the keys of JOBS itself.
  queue.start({ ...(others as unknown as JobHandlers), [KIND]: handler });
  started.push(queue);
  return queue;
}

function add(modId: string, more: { dedupeKey?: string; runAt?: Date } = {}): Promise<string> {
  return enqueue(database.db, { kind: KIND, payload: { modId }, ...more });
}

const row = (id: string) => database.db.job.findUniqueOrThrow({ where: { id } });

/** Something that happens once and can be waited for. */
function signal<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('the queue of a machine without Redis', () => {
  it('runs a job once, with its payload, and marks it as succeeded', async () => {
    const seen: ClaimedJob[] = [];
    const id = await add('some-mod');
    const queue = start({
      async run(job) {
        seen.push(job);
        return { kind: 'done' };
      },
    });
    await queue.idle();
    expect(seen.map((job) => [job.id, job.payload, job.attempt])).toEqual([
      [id, { modId: 'some-mod' }, 1],
    ]);
    expect(await row(id)).toMatchObject({ state: 'succeeded', attempts: 1, leaseUntil: null });
  });

  it('leaves the row to a handler that settles it itself', async () => {
    const id = await add('m');
    const queue = start({
      async run(job) {
        await database.db.job.update({ where: { id: job.id }, data: { state: 'cancelled' } });
        return { kind: 'settled' };
      },
    });
    await queue.idle();
    expect((await row(id)).state).toBe('cancelled');
  });

  it('does not run a job before its time', async () => {
    const id = await add('m', { runAt: new Date(clock.now().getTime() + 60_000) });
    const queue = start({ run: done });
    await queue.idle();
    expect((await row(id)).state).toBe('queued');
    offsetMs += 61_000;
    await queue.idle();
    expect((await row(id)).state).toBe('succeeded');
  });

  it('tries again what failed, after a wait that doubles', async () => {
    const attempts: number[] = [];
    const id = await add('m');
    const queue = start({
      async run(job) {
        attempts.push(job.attempt);
        throw new Error('not yet');
      },
    });
    await queue.idle();
    for (const waitSeconds of [backoffSeconds, 2 * backoffSeconds, 4 * backoffSeconds]) {
      const { state, runAt, updatedAt, lastError } = await row(id);
      expect([state, lastError]).toEqual(['queued', 'not yet']);
      expect(runAt.getTime() - updatedAt.getTime()).toBe(waitSeconds * 1000);
      const ran = attempts.length;
      await queue.idle();
      expect(attempts).toHaveLength(ran);
      offsetMs += waitSeconds * 1000 + 1;
      await queue.idle();
    }
    expect(attempts).toEqual([1, 2, 3, 4]);
  });

  it('gives up after the last attempt, tells the handler once and keeps why', async () => {
    const exhausted: unknown[] = [];
    const id = await add('m');
    const queue = start({
      async run() {
        throw new Error('never');
      },
      async exhausted(job, error) {
        exhausted.push([job.attempt, String(error)]);
        return { kind: 'done' };
      },
    });
    for (let i = 0; i < maxAttempts + 2; i += 1) {
      await queue.idle();
      offsetMs += 2 ** maxAttempts * backoffSeconds * 1000;
    }
    expect(exhausted).toEqual([[maxAttempts, 'Error: never']]);
    expect(await row(id)).toMatchObject({
      state: 'failed',
      attempts: maxAttempts,
      lastError: 'never',
      terminalReason: 'manual_intervention_required',
    });
  });

  it('takes over from a holder that died once its lease is over, not before', async () => {
    const id = await add('m');
    await database.db.job.update({
      where: { id },
      data: {
        state: 'processing',
        attempts: 1,
        leaseOwner: 'dead',
        leaseUntil: new Date(clock.now().getTime() + leaseSeconds * 1000),
      },
    });
    const attempts: number[] = [];
    const queue = start({
      async run(job) {
        attempts.push(job.attempt);
        return { kind: 'done' };
      },
    });
    await queue.idle();
    expect(attempts).toEqual([]);
    offsetMs += leaseSeconds * 1000 + 1;
    await queue.idle();
    expect([attempts, (await row(id)).state]).toEqual([[2], 'succeeded']);
  });

  it('does not run for ever what kills its holder each time', async () => {
    const id = await add('m');
    await database.db.job.update({
      where: { id },
      data: { state: 'processing', attempts: maxAttempts, leaseUntil: clock.now() },
    });
    let [runs, told] = [0, 0];
    const queue = start({
      async run() {
        runs += 1;
        return { kind: 'done' };
      },
      async exhausted() {
        told += 1;
        return { kind: 'done' };
      },
    });
    offsetMs += 1;
    await queue.idle();
    expect([runs, told, (await row(id)).state]).toEqual([0, 1, 'failed']);
  });

  it('that is alone on its database takes over at once what its last run left', async () => {
    const id = await add('m');
    const leaseUntil = new Date(clock.now().getTime() + leaseSeconds * 1000);
    await database.db.job.update({ where: { id }, data: { state: 'processing', leaseUntil } });
    const ran = signal<string>();
    start(
      {
        async run(job) {
          ran.resolve(job.id);
          return { kind: 'done' };
        },
      },
      { exclusive: true },
    );
    expect(await ran.promise).toBe(id);
  });

  it('keeps one job of a kind and key while it is queued, and adds one while it runs', async () => {
    const [first, second] = [
      await add('m', { dedupeKey: 'm' }),
      await add('m', { dedupeKey: 'm' }),
    ];
    expect(second).toBe(first);
    expect(await add('n', { dedupeKey: 'n' })).not.toBe(first);
    const running = signal<void>();
    const release = signal<void>();
    start({
      async run(job) {
        if (job.id !== first) return { kind: 'done' };
        running.resolve();
        await release.promise;
        return { kind: 'done' };
      },
    });
    await running.promise;
    const third = await add('m', { dedupeKey: 'm' });
    expect(third).not.toBe(first);
    release.resolve();
  });

  it('of two processes never runs one job in both', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, (_, at) => add(`m${at}`)));
    const runs: string[] = [];
    const handler: JobHandler = {
      async run(job) {
        runs.push(job.id);
        await delay(1);
        return { kind: 'done' };
      },
    };
    const [one, two] = [start(handler), start(handler)];
    await Promise.all([one.idle(), two.idle()]);
    await Promise.all([one.idle(), two.idle()]);
    expect([...runs].sort()).toEqual([...ids].sort());
  });

  it('gives a job back when it is stopped, and the attempt does not count', async () => {
    const id = await add('m');
    const running = signal<void>();
    const queue = start({
      run: (job) =>
        new Promise((_, reject) => {
          job.signal.addEventListener('abort', () => reject(new Error('stopped')));
          running.resolve();
        }),
    });
    await running.promise;
    expect((await row(id)).state).toBe('processing');
    await queue.stop();
    expect(await row(id)).toMatchObject({ state: 'queued', attempts: 0, leaseUntil: null });
    const next = start({ run: done });
    await next.idle();
    expect(await row(id)).toMatchObject({ state: 'succeeded', attempts: 1 });
  });

  it('lets a running job end when it is stopped, and claims no other', async () => {
    const first = await add('m');
    const running = signal<void>();
    const release = signal<void>();
    const queue = start({
      async run() {
        running.resolve();
        await release.promise;
        return { kind: 'done' };
      },
    });
    await running.promise;
    const stopped = queue.stop();
    const late = await add('late');
    queue.wake();
    release.resolve();
    await stopped;
    expect([(await row(first)).state, (await row(late)).state]).toEqual(['succeeded', 'queued']);
  });

  it('queues each periodic job once in each of its periods', async () => {
    start({ run: done });
    const periodsOf = async (kind: string) => {
      const jobs = await database.db.job.findMany({ where: { kind } });
      return jobs.map(({ dedupeKey }) => dedupeKey);
    };
    for (const [kind] of PERIODIC_JOBS) {
      await vi.waitFor(async () => expect(await periodsOf(kind)).toHaveLength(1), 5000);
    }
    const [[kind, everySeconds] = ['freeze-ranks', 3600]] = PERIODIC_JOBS;
    offsetMs += everySeconds * 1000;
    await vi.waitFor(async () => expect(await periodsOf(kind)).toHaveLength(2), 5000);
    const keys = await periodsOf(kind);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
