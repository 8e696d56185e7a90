import { expect, it } from 'vitest';
import { tryLease, waitForLease } from '../../../../src/platform/search/meilisearch/lease.js';
import { useWorld } from '../../../harness.js';

const world = useWorld({}, { jobs: 'when-settled' });
const ENGINE = 'leased';

/** Takes the lease, which is free. */
async function taken() {
  const lease = await tryLease(world.platform.db, ENGINE);
  if (lease === null) throw new Error('another process has the lease');
  return lease;
}

it('one process at a time has the lease of an index, and others wait or do without it', async () => {
  const { db } = world.platform;
  const first = await taken();
  expect(await tryLease(db, ENGINE)).toBeNull();
  const waiting = waitForLease(db, ENGINE);
  await first.renew();
  expect(await tryLease(db, ENGINE)).toBeNull();
  await first.release();
  const second = await waiting;
  expect(await tryLease(db, ENGINE)).toBeNull();
  await second.release();
});

it('the lease of a killed process expires, and that process cannot renew or release the next one', async () => {
  const { db } = world.platform;
  const killed = await taken();
  await db.$executeRaw`update search_engines set lease_until = now() - interval '1 second'`;
  const next = await taken();
  await expect(killed.renew()).rejects.toThrow('another rebuild replaced this one');
  await killed.release();
  expect(await tryLease(db, ENGINE)).toBeNull();
  await next.release();
});
