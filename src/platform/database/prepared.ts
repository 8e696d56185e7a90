import type pg from 'pg';
import type { Database } from './connect.js';

/** A statement that each connection parses and plans once. */
export interface PreparedStatement<Row extends object> {
  readonly name: string;
  readonly text: string;
  /** Never set: it only carries the type of the rows. */
  readonly row?: Row;
}

type Run = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

/** A method of the database, so that a proxy of it has the method too. */
const RUN = Symbol('run');

/** Gives a database the pool on which it runs prepared statements. */
export function rememberPool(db: Database, pool: pg.Pool): void {
  const run: Run = (query) => pool.query(query);
  // A proxy may return another function only for a configurable property.
  Object.defineProperty(db, RUN, { value: run, configurable: true });
}

/**
 * Runs a prepared statement on a connection of the same pool and in the same lane as all others, but
 * without Prisma's query layer, which costs more than the statement. For few hot statements. The
 * rows have the types of `pg`: 64-bit numbers are texts.
 */
export async function runPrepared<Row extends object>(
  db: Database,
  { name, text }: PreparedStatement<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  const run: unknown = Reflect.get(db, RUN);
  if (typeof run !== 'function') throw new Error('the database has no pool');
  // Only `rememberPool` sets it.
  const { rows } = await (run as Run)({ name, text, values: [...values] });
  return rows;
}
