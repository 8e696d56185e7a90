import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../../src/platform/log.js';
import { enqueue } from '../../../src/platform/queue/enqueue.js';
import type {
  ClaimedJob,
  JobHandler,
  JobHandlers,
  Queue,
} from '../../../src/platform/queue/queue.port.js';
import type { QueueOptions } from '../../../src/platform/queue/row-queue.js';
import { JOBS, type JobKind, LANES, PERIODIC_JOBS } from '../../../src/registry/jobs.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';
import { eventually } from '../../eventually.js';

const KIND = 'index-mod';
const LONG_KIND = 'scan-upload';
const { maxAttempts, backoffSeconds, leaseSeconds } = JOBS[KIND];

/** A handler that does nothing and reports success. */
const done: JobHandler['run'] = async () => ({ kind: 'done' });

/** A one-time event that a test can wait for. */
export function signal<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A database with queues, and a clock that tests control. */
export interface Bench {
  /** A queue that runs no jobs, as in an API process. */
  open(options?: Partial<QueueOptions>): Queue;
  /** A queue with these handlers; the other kinds of jobs do nothing. */
  start(handlers: Partial<JobHandlers>, options?: Partial<QueueOptions>): Queue;
  /** Enqueues a job. */
  add(modId: string, more?: { dedupeKey?: string; runAt?: Date; kind?: JobKind }): Promise<string>;
  row(id: string): ReturnType<TestDatabase['db']['job']['findUniqueOrThrow']>;
  now(): Date;
  pass(seconds: number): void;
  /** Stops the clock until the end of the test. */
  standStill(): void;
  readonly db: TestDatabase['db'];
}

/** A bench for the tests of the surrounding suite; each test starts without jobs. */
export function useBench(create: (options: QueueOptions) => Queue): Bench {
  let database: TestDatabase;
  let opened: Queue[] = [];
  let offsetMs = 0;
  let stoodAt: number | null = null;
  const clock = { now: () => new Date((stoodAt ?? Date.now()) + offsetMs) };
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    opened = [];
    // PostgreSQL stamps the rows; the offset makes all earlier rows due.
    offsetMs = 1000;
    stoodAt = null;
  });
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(opened.map((queue) => queue.stop()));
    await database.db.job.deleteMany({});
  });
  const open: Bench['open'] = (options = {}) => {
    const queue = create({ db: database.db, clock, log: silentLog, ...options });
    opened.push(queue);
    return queue;
  };
  return {
    open,
    start(handlers, options) {
      const queue = open(options);
      const others = Object.fromEntries(Object.keys(JOBS).map((kind) => [kind, { run: done }]));
      // The object has exactly the keys of JOBS.
      queue.start({ ...(others as unknown as JobHandlers), ...handlers });
      return queue;
    },
    add: (modId, { kind = KIND, ...more } = {}) =>
      enqueue(database.db, { kind, payload: { modId }, ...more }),
    row: (id) => database.db.job.findUniqueOrThrow({ where: { id } }),
    now: clock.now,
    pass(seconds) {
      offsetMs += seconds * 1000;
    },
    standStill() {
      stoodAt = Date.now();
    },
    get db() {
      return database.db;
    },
  };
}

/** The promises of every queue, whatever carries its jobs. */
export function queueContract(name: string, create: (options: QueueOptions) => Queue): void {
  const bench = useBench(create);
  const { add, row } = bench;
  const start = (handler: JobHandler, options?: Partial<QueueOptions>) =>
    bench.start({ [KIND]: handler }, options);

  describe(`${name} as a queue`, () => {
    it('the queue runs a job once, with its payload, and marks it as succeeded', async () => {
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

    it('the queue does not touch the row if the handler settles it', async () => {
      const id = await add('m');
      const queue = start({
        async run(job) {
          await bench.db.job.update({ where: { id: job.id }, data: { state: 'cancelled' } });
          return { kind: 'settled' };
        },
      });
      await queue.idle();
      expect((await row(id)).state).toBe('cancelled');
    });

    it('the queue postpones a job at the request of its handler without counting an attempt', async () => {
      const id = await add('m');
      let runs = 0;
      const queue = start({
        async run() {
          runs += 1;
          return runs < 2 ? { kind: 'later', afterSeconds: 60 } : { kind: 'done' };
        },
      });
      await queue.idle();
      expect(await row(id)).toMatchObject({ state: 'queued', attempts: 0 });
      bench.pass(61);
      queue.wake();
      await queue.idle();
      expect(await row(id)).toMatchObject({ state: 'succeeded', attempts: 1 });
    });

    it('the queue does not run a job before its time', async () => {
      const id = await add('m', { runAt: new Date(bench.now().getTime() + 60_000) });
      const queue = start({ run: done });
      await queue.idle();
      expect((await row(id)).state).toBe('queued');
      bench.pass(61);
      await queue.idle();
      expect((await row(id)).state).toBe('succeeded');
    });

    it('the queue retries a failed job with exponential backoff', async () => {
      const attempts: number[] = [];
      const id = await add('m');
      bench.standStill();
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
        bench.pass(waitSeconds + 0.001);
        await queue.idle();
      }
      expect(attempts).toEqual([1, 2, 3, 4]);
    });

    it('the queue fails a job after the last attempt, calls the exhausted handler once and stores the error', async () => {
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
        bench.pass(2 ** maxAttempts * backoffSeconds);
      }
      expect(exhausted).toEqual([[maxAttempts, 'Error: never']]);
      expect(await row(id)).toMatchObject({
        state: 'failed',
        attempts: maxAttempts,
        lastError: 'never',
        terminalReason: 'manual_intervention_required',
      });
    });

    it('the queue takes over the job of a dead holder after its lease expired, not before', async () => {
      const id = await add('m');
      await bench.db.job.update({
        where: { id },
        data: {
          state: 'processing',
          attempts: 1,
          leaseOwner: 'dead',
          leaseUntil: new Date(bench.now().getTime() + leaseSeconds * 1000),
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
      bench.pass(leaseSeconds + 0.001);
      await queue.idle();
      expect([attempts, (await row(id)).state]).toEqual([[2], 'succeeded']);
    });

    it('the queue fails a job that killed its holder in every attempt', async () => {
      const id = await add('m');
      await bench.db.job.update({
        where: { id },
        data: { state: 'processing', attempts: maxAttempts, leaseUntil: bench.now() },
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
      bench.pass(0.001);
      await queue.idle();
      expect([runs, told, (await row(id)).state]).toEqual([0, 1, 'failed']);
    });

    it('the queue of an exclusive process takes over leases of its last run immediately', async () => {
      const id = await add('m');
      const leaseUntil = new Date(bench.now().getTime() + leaseSeconds * 1000);
      await bench.db.job.update({ where: { id }, data: { state: 'processing', leaseUntil } });
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

    it('the queue keeps one queued job per kind and key, and adds another while the first runs', async () => {
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

    it('the queue never runs one job in two processes', async () => {
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

    it('the queue requeues the running job when it stops, and the attempt does not count', async () => {
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

    it('the queue lets a running job end when it stops, and claims no other', async () => {
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

    it('the queue aborts a run whose lease another process has taken, and leaves the row unchanged', async () => {
      const id = await add('m');
      const running = signal<void>();
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const ended = signal<string>();
      start({
        run: (job) =>
          new Promise((resolve) => {
            job.signal.addEventListener('abort', () => {
              ended.resolve(job.id);
              resolve({ kind: 'done' });
            });
            running.resolve();
          }),
      });
      await running.promise;
      await bench.db.job.update({ where: { id }, data: { leaseOwner: 'another process' } });
      vi.advanceTimersByTime(leaseSeconds * 1000);
      expect(await ended.promise).toBe(id);
      vi.useRealTimers();
      expect(await row(id)).toMatchObject({ state: 'processing', leaseOwner: 'another process' });
    });

    it('the queue renews the lease while a job runs', async () => {
      const id = await add('m');
      const running = signal<void>();
      const release = signal<void>();
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const queue = start({
        async run() {
          running.resolve();
          await release.promise;
          return { kind: 'done' };
        },
      });
      await running.promise;
      const { leaseUntil } = await row(id);
      bench.pass(leaseSeconds / 2);
      vi.advanceTimersByTime(leaseSeconds * 500);
      await eventually(async () =>
        expect(Number((await row(id)).leaseUntil)).toBeGreaterThan(Number(leaseUntil)),
      );
      vi.useRealTimers();
      release.resolve();
      await queue.idle();
      expect(await row(id)).toMatchObject({ state: 'succeeded', attempts: 1 });
    });

    it('the queue never settles a job from an earlier run after it claimed the job again', async () => {
      const id = await add('m');
      const started: (() => void)[] = [];
      const queue = start({
        run: () => new Promise((resolve) => started.push(() => resolve({ kind: 'done' }))),
      });
      await eventually(() => expect(started).toHaveLength(1));
      bench.pass(leaseSeconds + 0.001);
      queue.wake();
      await eventually(() => expect(started).toHaveLength(2));
      started[0]?.();
      await delay(0);
      expect(await row(id)).toMatchObject({ state: 'processing', attempts: 2 });
      started[1]?.();
      await queue.idle();
      expect(await row(id)).toMatchObject({ state: 'succeeded', attempts: 2 });
    });

    it('the queue runs quick jobs while the long lane is full', async () => {
      const release = signal<void>();
      const scans = { begun: 0 };
      const queue = bench.start({
        [LONG_KIND]: {
          async run() {
            scans.begun += 1;
            await release.promise;
            return { kind: 'done' };
          },
        },
      });
      for (let at = 0; at < LANES.long.places + 2; at += 1) await add('u', { kind: LONG_KIND });
      queue.wake();
      await eventually(() => expect(scans.begun).toBe(LANES.long.places));
      const id = await add('m');
      queue.wake();
      await eventually(async () => expect((await row(id)).state).toBe('succeeded'));
      expect(scans.begun).toBe(LANES.long.places);
      release.resolve();
      await queue.idle();
      expect(scans.begun).toBe(LANES.long.places + 2);
    });

    it('the queue runs jobs that another process committed', async () => {
      start({ run: done });
      const other = bench.open();
      const id = await add('m');
      other.wake();
      await eventually(async () => expect((await row(id)).state).toBe('succeeded'));
    });

    it('the queue can be stopped at any time, and twice', async () => {
      const queue = start({ run: done });
      await Promise.all([queue.stop(), queue.stop()]);
      await queue.stop();
      await queue.idle();
      await bench.open().stop();
    });

    it('the queue enqueues each periodic job once per period, however many processes run', async () => {
      start({ run: done });
      start({ run: done });
      const periodsOf = async (kind: string) => {
        const jobs = await bench.db.job.findMany({ where: { kind } });
        return jobs.map(({ dedupeKey }) => dedupeKey);
      };
      for (const [kind] of PERIODIC_JOBS) {
        await eventually(async () => expect(await periodsOf(kind)).toHaveLength(1));
      }
      const [[kind, everySeconds] = ['freeze-ranks', 3600]] = PERIODIC_JOBS;
      bench.pass(everySeconds);
      await eventually(async () => expect(await periodsOf(kind)).toHaveLength(2));
      const keys = await periodsOf(kind);
      expect(new Set(keys).size).toBe(keys.length);
    });
  });
}
