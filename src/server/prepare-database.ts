import { migrate } from '../../prisma/migrate.js';
import type { Clock } from '../platform/clock.js';
import type { Database } from '../platform/database/connect.js';
import { releaseAbandonedKeys } from '../request/idempotency.js';

/** A database that the first process of a service opens. */
interface OpenedDatabase {
  readonly db: Database;
  readonly url: string;
  /**
   * Whether no other service runs on it. Then no earlier process still holds an idempotency key.
   */
  readonly exclusive: boolean;
  /** True if nothing may be written. Then migrations must be applied already. */
  readonly readOnly: boolean;
  readonly clock: Clock;
}

/**
 * Applies migrations. If the database is `exclusive`, also releases the idempotency keys that ended
 * processes hold. With `readOnly` it writes nothing. Throws MigrationError, or errors of
 * PostgreSQL.
 */
export async function prepareDatabase({ db, url, exclusive, readOnly, clock }: OpenedDatabase) {
  await migrate(url, undefined, { readOnly });
  if (exclusive && !readOnly) await releaseAbandonedKeys(db, clock.now());
}
