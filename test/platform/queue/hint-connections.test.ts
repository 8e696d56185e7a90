import { expect, it } from 'vitest';
import { loadOf, watchStatements } from '../../../src/platform/database/connect.js';
import { createBullQueue } from '../../../src/platform/queue/bull-queue.js';
import { JOBS, type JobKind } from '../../../src/registry/jobs.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { connectionsOfAll, requestConnectionsOf } from '../../../src/server/cluster/capacity.js';
import { eventually } from '../../eventually.js';
import { useBench } from './bench.js';

// The queue also reads the due jobs while nothing listens at the address of Redis.
const redisUrl = 'redis://127.0.0.1:1';
const bench = useBench((options) =>
  createBullQueue({ ...options, redisUrl, installation: 'connections' }),
);

it('a process that runs no jobs reads the due ones of all lanes on the one connection that is counted', async () => {
  for (const kind of Object.keys(JOBS) as JobKind[]) await bench.add(kind, { kind });
  const used: number[] = [];
  const forget = watchStatements(bench.db, () => used.push(loadOf(bench.db)?.jobs.inUse ?? 0));
  bench.open().wake();
  await eventually(() => expect(used.length).toBeGreaterThan(0));
  await eventually(() => expect(loadOf(bench.db)?.jobs.inUse).toBe(0));
  forget();
  const { databaseConnectionsHealth: health } = LIMITS;
  const listening = 1;
  const counted = connectionsOfAll(1, false) - requestConnectionsOf(1) - health - listening;
  expect(Math.max(...used)).toBe(counted);
});
