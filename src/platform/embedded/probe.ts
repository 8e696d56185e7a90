import pg from 'pg';
import { hasSystemCode } from '../error-code.js';

/** The result of one login attempt. A server that recovers refuses logins until its end. */
export type ProbeResult = 'ready' | 'recovering' | 'not-ready' | 'wrong-password';

/** The SQLSTATE of each attempt to log in during a recovery: `cannot_connect_now`. */
export const REFUSED_LOGIN = '57P03';

const WRONG_PASSWORD = '28P01';

const CONNECT_LIMIT_MS = 2_000;

/**
 * Logs in once and disconnects, within two seconds. Any other failure is `not-ready`; it never
 * throws.
 */
export async function probe(url: string): Promise<ProbeResult> {
  try {
    await withClient(url, async () => undefined);
    return 'ready';
  } catch (error) {
    if (hasSystemCode(error, REFUSED_LOGIN)) return 'recovering';
    return hasSystemCode(error, WRONG_PASSWORD) ? 'wrong-password' : 'not-ready';
  }
}

/**
 * Creates a database unless it exists. Throws the errors of the connection and of PostgreSQL. Two
 * callers at once may fail, so the caller holds the lock of the data directory.
 */
export async function ensureDatabase(maintenanceUrl: string, name: string): Promise<void> {
  await withClient(maintenanceUrl, async (client) => {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  });
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  // Without a listener, a broken idle connection would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
