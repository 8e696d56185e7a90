import type { World } from '../../harness.js';

/**
 * The effect of all changes since the ledger was opened, for each changed table: the number of rows
 * that were added, and the difference of the digests of its rows. A row that was inserted and
 * deleted again has no effect.
 */
export type Ledger = Readonly<Record<string, string>>;

/** Reads all changes of a database, so that a test need not know where an effect would show. */
export interface LedgerReader {
  /** Differs from the last result if rows were inserted, updated or deleted. */
  read(): Promise<Ledger>;
  /** The growth of each table alone, for rows that are renewed in place. */
  counts(): Promise<Ledger>;
}

/**
 * Notes each change in the transaction that makes it. To read all tables twice for each test would
 * take longer than the tests themselves.
 */
const NOTE_CHANGES = `
  create schema if not exists ledger;
  create unlogged table if not exists ledger.changes (table_name text, rows int, digest numeric);
  create or replace function ledger.note() returns trigger language plpgsql as $$
  declare
    -- Rows of a partition count as those of its table.
    name text := coalesce((select inhparent::regclass::text from pg_inherits where inhrelid = tg_relid),
      tg_table_name);
    before text := case when tg_op <> 'INSERT' then old::text end;
    after text := case when tg_op <> 'DELETE' then new::text end;
  begin
    -- A credential records its last use for every request.
    if tg_table_name = 'credentials' and tg_op = 'UPDATE' then
      before := to_jsonb(old) - 'last_used_at';
      after := to_jsonb(new) - 'last_used_at';
      if before = after then return null; end if;
    end if;
    -- A mail about a team is sent a minute after it was written, during another cell.
    if tg_op = 'UPDATE' and (tg_table_name = 'mails'
        or tg_table_name = 'jobs' and to_jsonb(old) ->> 'kind' = 'send-mail') then
      return null;
    end if;
    -- A refusal may leave an audit entry.
    if name = 'audit_entries' and tg_op = 'INSERT' then
      if new.outcome = 'refused' then return null; end if;
    end if;
    insert into ledger.changes values (
      name,
      (after is not null)::int - (before is not null)::int,
      coalesce(hashtextextended(after, 0), 0)::numeric
        - coalesce(hashtextextended(before, 0), 0)
        -- An update to the same values is a change too.
        + coalesce(before = after, false)::int
    );
    return null;
  end $$;
  do $$ declare name text; begin
    for name in select relname from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p') and not relispartition loop
      execute format(
        'create or replace trigger ledger after insert or update or delete on %I
         for each row execute function ledger.note()', name);
    end loop;
  end $$`;

/** Takes the noted changes. A due job that has not ended could still add to them. */
const TAKE_CHANGES = `
  with taken as (delete from ledger.changes returning *)
  select table_name, sum(rows)::int as rows, sum(digest)::text as digest from taken group by 1
  union all
  select null, count(*)::int, '0' from jobs
  where state = 'processing' or state = 'queued' and run_at <= $1`;

interface Row {
  /** Null in the row that counts the due jobs. */
  readonly table_name: string | null;
  readonly rows: number;
  readonly digest: string;
}

/** Starts to note the changes of a database. */
export async function openLedger(world: World): Promise<LedgerReader> {
  const { db, clock } = world.platform;
  await db.$executeRawUnsafe(NOTE_CHANGES);
  const tables = new Map<string, { rows: number; digest: bigint }>();
  /** Returns whether a job is due. */
  const take = async (): Promise<boolean> => {
    const taken = await db.$queryRawUnsafe<Row[]>(TAKE_CHANGES, clock.now());
    let isDue = false;
    for (const { table_name: table, rows, digest } of taken) {
      if (table === null) {
        isDue = rows > 0;
        continue;
      }
      const known = tables.get(table) ?? { rows: 0, digest: 0n };
      tables.set(table, { rows: known.rows + rows, digest: known.digest + BigInt(digest) });
    }
    return isDue;
  };
  const readAll = async () => {
    if (await take()) {
      await world.settled();
      await take();
    }
    return [...tables].filter(([, { rows, digest }]) => rows !== 0 || digest !== 0n);
  };
  return {
    read: async () =>
      Object.fromEntries(
        (await readAll()).map(([table, { rows, digest }]) => [table, `${rows} rows, ${digest}`]),
      ),
    counts: async () =>
      Object.fromEntries((await readAll()).map(([table, { rows }]) => [table, String(rows)])),
  };
}
