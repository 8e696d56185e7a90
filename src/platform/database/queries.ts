import { createHash } from 'node:crypto';
import { Prisma } from './generated/client.js';

const MARK = '/* prepared */';

/**
 * Marks a statement that each connection parses and plans once and then keeps. The text must begin
 * with it. Use it for frequent statements whose planning takes longer than their run. Only for few
 * distinct texts, because connections never drop one, and only if one plan suits all values:
 * lookups by key.
 */
export const PREPARED = Prisma.raw(MARK);

const names = new Map<string, string>();

/** The name under which a connection keeps a statement; empty if it is planned each time. */
export function statementNameOf(sql: string): string {
  if (!sql.startsWith(MARK)) return '';
  let name = names.get(sql);
  if (name === undefined) {
    name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
    names.set(sql, name);
  }
  return name;
}

/**
 * The rows of a select as one JSON array in their order, as a column of a larger statement. Without
 * rows, the array is empty. 64-bit numbers become JSON numbers; times become strings.
 */
export function rowsAsJson(select: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce((select jsonb_agg(to_jsonb(row)) from (${select}) as row), '[]')`;
}

/** The single row of a select as a JSON object, or null, as a column of a larger statement. */
export function rowAsJson(select: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(select to_jsonb(row) from (${select}) as row)`;
}
