import type { World } from '../../harness.js';

/** What the database holds: for each table its number of rows and a mark of their versions. */
export type Ledger = Readonly<Record<string, string>>;

/** What of a row is its version, where a request that is refused may leave something after all. */
const VERSIONS: Readonly<Record<string, string>> = {
  // That it was used is told of a credential, whatever it asked for.
  credentials: `hashtext((to_jsonb(t) - 'last_used_at')::text)`,
};

/** The rows of a table that do not count: of what the log says was refused. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  audit_entries: "outcome = 'refused'",
};

/** Reads the whole of a database, so that a test need not know where an effect would show. */
export interface LedgerReader {
  /** Every row that was written, changed or removed makes it another. */
  read(): Promise<Ledger>;
  /** The numbers of rows alone, for what is renewed in place. */
  counts(): Promise<Ledger>;
}

/** Prepares the reading of all tables. */
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
    // What earlier requests have queued would otherwise be written in between.
    await world.settled();
    return db.$queryRawUnsafe<{ name: string; rows: string; versions: string }[]>(sql);
  };
  return {
    read: async () =>
      Object.fromEntries((await readAll()).map((row) => [row.name, `${row.rows} ${row.versions}`])),
    counts: async () => Object.fromEntries((await readAll()).map(({ name, rows }) => [name, rows])),
  };
}
