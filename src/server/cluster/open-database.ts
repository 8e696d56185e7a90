import type { Config } from '../../config/config.js';
import { systemClock } from '../../platform/clock.js';
import { closeAfterFailure } from '../../platform/close-all.js';
import { protectDataDir } from '../../platform/data-dir.js';
import { connectDatabase, type Database } from '../../platform/database/connect.js';
import { openPostgres } from '../../platform/embedded/postgres.js';
import type { Log } from '../../platform/log.js';
import { openRootKeys } from '../../platform/root-keys.js';
import { withDataDir } from '../../platform/start-fault.js';
import { LIMITS } from '../../registry/limits.js';
import { prepareDatabase } from '../prepare-database.js';
import { connectionsOfAll, embeddedConnectionsOf } from './capacity.js';

/** The database of several processes. */
interface SharedDatabase {
  readonly url: string;
  /** Stops the embedded PostgreSQL; an external one goes on. Call it after all processes ended. */
  close(): Promise<void>;
}

/**
 * Opens the database for all processes of a service, and does the work of a start that must run
 * only once:
 * - protects the data directory, and applies migrations
 * - on the embedded PostgreSQL, releases the idempotency keys that ended processes still hold
 * - creates the key file if the installation needs one
 * - warns if PostgreSQL allows fewer connections than these processes need, with `hasJobs` also the
 *   job process
 *
 * Throws StartFault, AlreadyRunning, EmbeddedPostgresError, MigrationError, ReadOnlyFault, errors
 * of PostgreSQL, and an error for a damaged key file.
 */
export function openDatabase(options: OpenDatabaseOptions): Promise<SharedDatabase> {
  return withDataDir(options.config.dataDir, () => open(options));
}

interface OpenDatabaseOptions {
  readonly config: Config;
  readonly log: Log;
  readonly hasJobs: boolean;
}

async function open(options: OpenDatabaseOptions): Promise<SharedDatabase> {
  const { config, log } = options;
  await protectDataDir(config.dataDir, log);
  const maxConnections = embeddedConnectionsOf(config.workers);
  const postgres = await openPostgres(config, 'service', { log, maxConnections });
  try {
    await prepare(options, postgres.url);
    return { url: postgres.url, close: postgres.stop };
  } catch (error) {
    await closeAfterFailure([postgres.stop], log);
    throw error;
  }
}

async function prepare({ config, log, hasJobs }: OpenDatabaseOptions, url: string): Promise<void> {
  const { readOnly } = config;
  const db = connectDatabase(url, { log, readOnly });
  try {
    // Raw statements run on the pool, not in the client. Without this call the client never
    // connects, and `$disconnect` then leaves the pool open.
    await db.$connect();
    const exclusive = config.databaseUrl === undefined;
    await prepareDatabase({ db, url, exclusive, readOnly, clock: systemClock });
    await openRootKeys({ ...config, rereadSeconds: LIMITS.keyFileRereadSeconds });
    await warnOfFewConnections(db, connectionsOfAll(config.workers, hasJobs), log);
  } finally {
    await db.$disconnect();
  }
}

/** Logs a warning if PostgreSQL may refuse connections of these processes. */
async function warnOfFewConnections(db: Database, needed: number, log: Log): Promise<void> {
  const [row] = await db.$queryRaw<{ allowed: number }[]>`
    select current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int as allowed`;
  const allowed = row?.allowed ?? needed;
  if (allowed >= needed) return;
  const fields = { part: 'postgres', allowed, needed };
  log.warn(fields, 'PostgreSQL allows fewer connections than WORKERS needs; raise max_connections');
}
