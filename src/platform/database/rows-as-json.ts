import { Prisma } from './generated/client.js';

/**
 * The rows of a select as one JSON array in their order, as a column of a larger statement. 64-bit
 * numbers become JSON numbers; times become strings.
 */
export function rowsAsJson(select: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce((select jsonb_agg(to_jsonb(row)) from (${select}) as row), '[]')`;
}

/** The single row of a select as a JSON object, or null, as a column of a larger statement. */
export function rowAsJson(select: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(select to_jsonb(row) from (${select}) as row)`;
}
