import pg from 'pg';
import { reasonOf, StartFault } from '../start-fault.js';

/** Longer than a switch to another primary behind a proxy takes to accept a connection. */
const PATIENCE_MS = 10_000;

/**
 * Connects once. Throws `StartFault` with the name of the variable if that fails, for example
 * because no server responds, or it refuses the role.
 */
export async function requireDatabase(url: string, variable: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'modport start',
    connectionTimeoutMillis: PATIENCE_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartFault(`${variable}: no connection to the database: ${reasonOf(error)}`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}
