import type pg from 'pg';
import type { Database } from './connect.js';
import { type DriverStatement, runOnDriver } from './direct-queries.js';

/** A statement that each connection parses and plans once. */
export interface PreparedStatement<Row extends object> {
  readonly name: string;
  readonly text: string;
  /** Never set: it only carries the type of the rows. */
  readonly row?: Row;
}

type Run = (statement: DriverStatement) => Promise<pg.QueryResult['rows']>;

/** A method of the database, so that a proxy of it has the method too. */
const RUN = Symbol('run');

/** Gives a database the pool on which it runs prepared statements. */
export function rememberPool(db: Database, pool: pg.Pool): void {
  const run: Run = (statement) => runOnDriver(pool, statement);
  // A proxy may return another function only for a configurable property.
  Object.defineProperty(db, RUN, { value: run, configurable: true });
}

/**
 * Runs a prepared statement outside of any transaction. Its name and text are constants, so it costs
 * less than a raw query. For few hot statements.
 */
export async function runPrepared<Row extends object>(
  db: Database,
  { name, text }: PreparedStatement<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  const run: unknown = Reflect.get(db, RUN);
  if (typeof run !== 'function') throw new Error('the database has no pool');
  // Only `rememberPool` sets it.
  return (run as Run)({ name, text, values });
}
