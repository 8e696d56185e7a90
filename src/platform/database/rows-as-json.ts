import { Prisma } from './generated/client.js';

/**
 * The rows of a select as one JSON array, in their order, for a statement that reads them beside
 * something else. Numbers of 64 bits come as numbers, times as texts.
 */
export function rowsAsJson(select: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce((select jsonb_agg(to_jsonb(row)) from (${select}) as row), '[]')`;
}

/** The one row of a select as a JSON object, for the same purpose; null where there is none. */
export function rowAsJson(select: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(select to_jsonb(row) from (${select}) as row)`;
}
