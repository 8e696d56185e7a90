import { problem } from '../../registry/errors.js';
import type { Database } from './connect.js';
import { Prisma } from './generated/client.js';

/**
 * The column that returns the snapshot of a page's statement. PostgreSQL writes it as
 * `xmin:xmax:xip`. The cursor carries the snapshot of the first page.
 */
export const SNAPSHOT = Prisma.sql`pg_current_snapshot()::text as snapshot`;

/** A row that was read with `SNAPSHOT`. */
export interface SnapshotRow {
  readonly snapshot: string;
}

/**
 * The SQL condition that the transaction in a column had committed when the first page was read.
 * Always true for the first page itself, which has no snapshot yet.
 */
export function committed(column: Prisma.Sql, snapshot: string | null): Prisma.Sql {
  if (snapshot === null) return Prisma.sql`true`;
  return Prisma.sql`pg_visible_in_snapshot(${column}, ${snapshot}::pg_snapshot)`;
}

/**
 * The SQL condition that a row was current when the first page was read: already opened and not yet
 * closed. For the first page itself: current now. `table` is the alias of a table with `opened_in`
 * and `closed_in`: `d` for `search_entries`, `p` or `l` for `mod_publications`.
 */
export function existedAt(table: 'd' | 'l' | 'p', snapshot: string | null): Prisma.Sql {
  const opened = Prisma.raw(`${table}.opened_in`);
  const closed = Prisma.raw(`${table}.closed_in`);
  if (snapshot === null) return Prisma.sql`${closed} is null`;
  return Prisma.sql`${committed(opened, snapshot)}
    and (${closed} is null or not ${committed(closed, snapshot)})`;
}

/**
 * Rejects a cursor whose generation of frozen ranks was deleted, because an empty page would look
 * like the end of the list. Throws `invalid_input` with `cursor_context_mismatch`.
 */
export async function requireGeneration(db: Database, id: number): Promise<void> {
  if (await db.rankGeneration.findUnique({ where: { id } })) return;
  throw problem('invalid_input', {
    fields: [{ field: 'cursor', code: 'cursor_context_mismatch' }],
  });
}
