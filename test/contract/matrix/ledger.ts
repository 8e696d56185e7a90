import type { World } from '../../harness.js';

/**
 * The content of the database: for each table its number of rows and a digest of their versions.
 */
export type Ledger = Readonly<Record<string, string>>;

/** The version of a row, for tables that a refused request can change. */
const VERSIONS: Readonly<Record<string, string>> = {
  // A credential records its last use for every request.
  credentials: `hashtext((to_jsonb(t) - 'last_used_at')::text)`,
};

/** Rows that do not count: audit entries of refusals. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  audit_entries: "outcome = 'refused'",
};

/** Reads a whole database, so that a test need not know where an effect would show. */
export interface LedgerReader {
  /** Changes with every row that is inserted, updated or deleted. */
  read(): Promise<Ledger>;
  /** The row counts alone, for rows that are renewed in place. */
  counts(): Promise<Ledger>;
}

/** Prepares queries of all tables. */
export async function openLedger(world: World): Promise<LedgerReader> {
  const { db } = world.platform;
  const tables = await db.$queryRaw<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const parts = tables.map(({ name }) => {
    const left = LEFT_OUT[name];
    const where = left === undefined ? '' : ` where not (${left})`;
    return `select '${name}' as name, count(*)::text as rows,
        coalesce(sum(${VERSIONS[name] ?? 'xmin::text::bigint'}), 0)::text as versions
        from "${name}" t${where}`;
  });
  const sql = parts.join(' union all ');
  const readAll = async () => {
    // Waits for queued jobs, which would otherwise write in between.
    await world.settled();
    return db.$queryRawUnsafe<{ name: string; rows: string; versions: string }[]>(sql);
  };
  return {
    read: async () =>
      Object.fromEntries((await readAll()).map((row) => [row.name, `${row.rows} ${row.versions}`])),
    counts: async () => Object.fromEntries((await readAll()).map(({ name, rows }) => [name, rows])),
  };
}
