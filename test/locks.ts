import pg from 'pg';
import type { Database, Tx } from '../src/platform/database/connect.js';
import { inScope, type WorkScope } from '../src/platform/work-scope.js';
import type { World } from './harness.js';

/** Runs other work from the callback of a transaction, like a program with its own connections. */
export const outside = <T>(
  work: () => Promise<T>,
  lane: WorkScope['lane'] = 'requests',
): Promise<T> => inScope({ lane, gone: null }, work);

/**
 * Runs `first` in a transaction and starts `other` before the commit. Returns the result of
 * `other`, and whether it waited for the commit.
 */
export async function meanwhile<T>(
  { platform: { db } }: World,
  first: (tx: Tx) => Promise<unknown>,
  other: () => Promise<T>,
): Promise<{ waited: boolean; result: T }> {
  let running: Promise<T> | undefined;
  let waited = false;
  await db.$transaction(async (tx) => {
    await first(tx);
    running = outside(other);
    const through = running.then(() => false);
    waited = await Promise.race([through, untilSomebodyWaits(db)]);
  });
  if (!running) throw new Error('nothing was begun');
  return { waited, result: await running };
}

/** Locks one row from outside the service while some work waits for it. */
export function whileRowLocked<T>(
  world: World,
  [table, id]: readonly [table: 'mods' | 'users' | 'credentials', id: string],
  work: () => Promise<T>,
): Promise<T> {
  return afterStatement(world, [`select 1 from ${table} where id = $1 for update`, [id]], work);
}

/** Locks a whole table from outside the service, so that every statement on it waits. */
export function whileLocked<T>(
  world: World,
  table: 'mods' | 'search_synonyms',
  work: () => Promise<T>,
): Promise<T> {
  return afterStatement(world, [`lock table ${table} in access exclusive mode`], work);
}

/** Runs some work while a client outside the service keeps the locks of one statement. */
async function afterStatement<T>(
  { platform }: World,
  [sql, values = []]: readonly [sql: string, values?: string[]],
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: platform.config.databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(sql, values);
    return await work();
  } finally {
    await client.query('commit');
    await client.end();
  }
}

/**
 * Polls until at least `waiting` statements wait for a lock. The number of polls is limited, not
 * the time. Each poll runs outside the transaction, because inside it PostgreSQL repeats the first
 * statistics snapshot.
 */
export async function untilSomebodyWaits(db: Database, waiting = 1): Promise<boolean> {
  for (let look = 0; look < 10_000; look += 1) {
    const [row] = await outside(
      async () =>
        await db.$queryRaw<{ waits: boolean }[]>`
      select count(*) >= ${waiting} as waits from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
      // Statements that wait may hold all request connections.
      'health',
    );
    if (row?.waits) return true;
  }
  throw new Error('nobody waits, and nothing ends');
}

/** Ends idle transactions, as the transaction timeout does. */
export async function endTransactions(db: Database): Promise<void> {
  await db.$executeRaw`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`;
}
