import pg from 'pg';
import type { Database } from './connect.js';

/** A statement that each connection parses and plans once. */
export interface PreparedStatement<Row extends object> {
  readonly name: string;
  readonly text: string;
  /** Never set: it only carries the type of the rows. */
  readonly row?: Row;
}

/** A member of the database, so that a proxy of it has the pool too. */
const POOL = Symbol('pool');

/** Remembers the pool under a database. */
export function rememberPool(db: Database, pool: pg.Pool): void {
  Object.defineProperty(db, POOL, { value: pool });
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
  const pool: unknown = Reflect.get(db, POOL);
  if (!(pool instanceof pg.Pool)) throw new Error('the database has no pool');
  const { rows } = await pool.query<Row>({ name, text, values: [...values] });
  return rows;
}
