import { Prisma } from './generated/client.js';

/**
 * The column by which a page tells what was committed when it was read: exactly what its statement
 * saw. PostgreSQL spells it `xmin:xmax:xip`; a walk carries it along from its first page.
 */
export const SNAPSHOT = Prisma.sql`pg_current_snapshot()::text as snapshot`;

/** A row that was read with `SNAPSHOT`. */
export interface Witness {
  readonly snapshot: string;
}

/**
 * Whether the transaction that a column names was committed when the walk began. On its first page,
 * where there is no snapshot yet, that is what the statement sees.
 */
export function committed(column: Prisma.Sql, snapshot: string | null): Prisma.Sql {
  if (snapshot === null) return Prisma.sql`true`;
  return Prisma.sql`pg_visible_in_snapshot(${column}, ${snapshot}::pg_snapshot)`;
}

/** Whether a row stood when the walk began: it was opened, and not yet closed. */
export function stood(table: 'd' | 'l' | 'p', snapshot: string | null): Prisma.Sql {
  const [opened, closed] = [Prisma.raw(`${table}.opened_in`), Prisma.raw(`${table}.closed_in`)];
  if (snapshot === null) return Prisma.sql`${closed} is null`;
  return Prisma.sql`${committed(opened, snapshot)}
    and (${closed} is null or not ${committed(closed, snapshot)})`;
}
