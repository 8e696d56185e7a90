import type { World } from '../harness.js';

/** The number of rows of each table, and the newest transaction that wrote one of them. */
export function writtenRows({ platform }: World): Promise<unknown> {
  return platform.db.$queryRaw`
    select table_name, query_to_xml(format(
      'select count(*), max(xmin::text::bigint) from %I', table_name), false, true, '')::text
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
}
