import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { silentLog } from '../../../src/platform/log.js';
import {
  enqueue,
  type JobHandler,
  type JobHandlers,
  type Queue,
} from '../../../src/platform/queue/queue.port.js';
import type { QueueOptions } from '../../../src/platform/queue/row-queue.js';
import { JOBS, type JobKind } from '../../../src/registry/jobs.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';

/** The kind of job that the tests run, in the lane `index`. */
export const KIND = 'index-mod';

/** A handler that does nothing and reports success. */
export const done: JobHandler['run'] = async () => ({ kind: 'done' });

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
