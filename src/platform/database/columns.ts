import { Prisma } from './generated/client.js';

/** The SQL name of a field. Models with other names, such as `Mod`, do not use this file. */
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (it) => `_${it.toLowerCase()}`);

/**
 * The columns of a table under the names of their fields, for a raw statement that returns a model:
 * `fieldsOf(Prisma.TombstoneScalarFieldEnum)`.
 */
export function fieldsOf(fields: Readonly<Record<string, string>>): Prisma.Sql {
  const columns = Object.values(fields).map((field) => `${columnOf(field)} as "${field}"`);
  return Prisma.raw(columns.join(', '));
}

/**
 * Inserts a row with these fields for each row of `from`, as a part of a larger statement. `from`
 * is a FROM item, such as the name of a CTE, or `(select) one` for a single row. A value is sent as
 * a parameter, unless it is a `Prisma.Sql`, which may use the columns of `from`. PostgreSQL takes
 * the types from the columns. JSON must be text.
 */
export function insertOf(
  table: string,
  row: Readonly<Record<string, unknown>>,
  from: Prisma.Sql,
): Prisma.Sql {
  const columns = Prisma.raw(`${table} (${Object.keys(row).map(columnOf).join(', ')})`);
  return Prisma.sql`insert into ${columns} select ${Prisma.join(Object.values(row))} from ${from}`;
}
