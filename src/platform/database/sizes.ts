import { LIMITS } from '../../registry/limits.js';
import type { Database } from './connect.js';

/** The size of a database and of its largest tables. */
export interface DatabaseSizes {
  readonly databaseBytes: number;
  /** At most `LIMITS.metricsTables`, the largest first, each with its indexes and partitions. */
  readonly tables: readonly { readonly table: string; readonly bytes: number }[];
}

/** Reads the sizes in one statement, which looks at each file of the database: call it rarely. */
export async function readSizes(db: Database): Promise<DatabaseSizes> {
  const rows = await db.$queryRaw<{ all: number; table: string; bytes: number }[]>`
    with sizes as (
      select pg_partition_root(oid) as root, pg_total_relation_size(oid) as bytes
      from pg_class where relispartition and relkind = 'r'
      union all
      select oid, pg_total_relation_size(oid)
      from pg_class where relkind in ('r', 'p') and not relispartition
        and relnamespace = current_schema()::regnamespace)
    select pg_database_size(current_database())::float8 as all, relname::text as "table",
      sum(bytes)::float8 as bytes
    from sizes join pg_class on pg_class.oid = root
    group by relname order by 3 desc limit ${LIMITS.metricsTables}::int`;
  const tables = rows.map(({ table, bytes }) => ({ table, bytes }));
  return { databaseBytes: rows[0]?.all ?? 0, tables };
}
