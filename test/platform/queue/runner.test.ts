import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchStatements } from '../../../src/platform/database/connect.js';
import { silentLog } from '../../../src/platform/log.js';
import {
  enqueue,
  type JobHandler,
  type JobHandlers,
} from '../../../src/platform/queue/queue.port.js';
import { createRunner } from '../../../src/platform/queue/runner.js';
import { JOBS, type JobKind, LANE_NAMES, LANES } from '../../../src/registry/jobs.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const kindOf = (lane: string) =>
  (Object.keys(JOBS) as JobKind[]).find((kind) => JOBS[kind].lane === lane) ?? 'index-mod';

it('a runner claims the earliest due jobs for the free slots of all lanes with one statement', async () => {
  const { db } = database;
  const now = new Date();
  const add = (kind: JobKind, minutesAgo: number) =>
    enqueue(db, { kind, payload: {}, runAt: new Date(now.getTime() - minutesAgo * 60_000) });
  const expected: string[] = [];
  for (const lane of LANE_NAMES) {
    await add(kindOf(lane), 1);
    const earlier = Array.from({ length: LANES[lane].slots }, (_, at) => add(kindOf(lane), 2 + at));
    expected.push(...(await Promise.all(earlier)));
  }
  const begun: string[] = [];
  const hanging: JobHandler = {
    run: ({ id, signal }) =>
      new Promise((_, reject) => {
        begun.push(id);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  const handlers = Object.fromEntries(Object.keys(JOBS).map((kind) => [kind, hanging]));
  const clock = { now: () => now };
  // The object has exactly the keys of JOBS.
  const parts = { db, clock, log: silentLog, handlers: handlers as unknown as JobHandlers };
  const runner = createRunner({ ...parts, onEnd: () => undefined });
  const statements: string[] = [];
  const stopWatching = watchStatements(db, (sql) => statements.push(sql));
  await runner.fill(now);
  await runner.fill(now);
  stopWatching();
  expect(statements).toHaveLength(1);
  expect(begun.toSorted()).toEqual(expected.toSorted());
  await runner.stop();
  expect(await db.job.count({ where: { state: 'queued' } })).toBe(
    expected.length + LANE_NAMES.length,
  );
});

it('a runner that is stopped during a claim starts none of the claimed jobs', async () => {
  const { db } = database;
  await db.job.deleteMany();
  const now = new Date();
  const ids = await Promise.all(
    Array.from({ length: 3 }, () =>
      enqueue(db, { kind: kindOf('quick'), payload: {}, runAt: now }),
    ),
  );
  const begun: string[] = [];
  const handler: JobHandler = {
    run: async ({ id }) => {
      begun.push(id);
      return { kind: 'done' };
    },
  };
  // The object has exactly the keys of JOBS.
  const handlers = Object.fromEntries(
    Object.keys(JOBS).map((kind) => [kind, handler]),
  ) as unknown as JobHandlers;
  const parts = { db, clock: { now: () => now }, log: silentLog, handlers };
  const runner = createRunner({ ...parts, onEnd: () => undefined });
  const filling = runner.fill(now);
  await runner.stop();
  await filling;
  expect(begun).toEqual([]);
  const left = await db.job.findMany({ select: { id: true, state: true, attempts: true } });
  expect(left.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
    ids.toSorted().map((id) => ({ id, state: 'queued', attempts: 0 })),
  );
});
