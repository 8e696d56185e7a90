import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../database/connect.js';
import { MeiliFailure } from './failure.js';

/**
 * How long a lease lasts without a renewal: longer than the transaction of a batch. If its process
 * is killed, no other process fills, compares or rebuilds the index for that long.
 */
const LEASE_SECONDS = 120;

/** The interval at which a waiting process tries again. */
const RETRY_MS = 500;

/**
 * The right to fill, compare or rebuild an index, which one process has at a time. It is in the
 * table `search_engines`.
 */
export interface IndexLease {
  /** Call it before each batch. Throws MeiliFailure if another process has the lease by now. */
  renew(): Promise<void>;
  /** Ends the lease, unless another process has it. */
  release(): Promise<void>;
}

/**
 * Takes the lease of an index. Returns null if another process has it. `renew` throws if the lease
 * expired and another process took it.
 */
export async function tryLease(db: Database, engine: string): Promise<IndexLease | null> {
  let until = await extended(db, engine, null);
  if (until === null) return null;
  return {
    async renew() {
      until = await extended(db, engine, until);
      if (until === null) throw new MeiliFailure('another rebuild replaced this one', false);
    },
    async release() {
      await db.$executeRaw`
        update search_engines set lease_until = null
        where engine = ${engine} and lease_until = ${until}::timestamptz`;
    },
  };
}

/** Takes the lease of an index as soon as no other process has it. */
export async function waitForLease(db: Database, engine: string): Promise<IndexLease> {
  for (;;) {
    const lease = await tryLease(db, engine);
    if (lease !== null) return lease;
    await delay(RETRY_MS);
  }
}

/** Sets the end of a free or expired lease, or of the one that ends at `held`. Returns the end. */
async function extended(db: Database, engine: string, held: string | null): Promise<string | null> {
  const [row] = await db.$queryRaw<{ until: string }[]>`
    insert into search_engines as e (engine, lease_until)
    values (${engine}, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::int))
    on conflict (engine) do update set lease_until = excluded.lease_until
      where e.lease_until is null or e.lease_until < clock_timestamp()
        or e.lease_until = ${held}::timestamptz
    returning lease_until::text as until`;
  return row?.until ?? null;
}
