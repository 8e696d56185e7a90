import type { Database } from '../../database/connect.js';

/** How long a comparison of the index with the mods is valid. */
const COMPARED_SECONDS = 3_600;

/** How long after the fill of a missing index a comparison is valid for a shorter time. */
const FILLED_SECONDS = 3_600;

/**
 * How long a comparison is valid in that time. Workers of a former release do not write to a new
 * index.
 */
const COMPARED_AFTER_FILL_SECONDS = 300;

/** The record of an index in the database. */
export interface EngineState {
  /** When a write last failed, exact to the microsecond; null if the index has all writes. */
  readonly failedAt: string | null;
  /**
   * Whether the index was compared with the mods within the last hour, or in the hour after a fill
   * within the last five minutes, and not before `noteDue`.
   */
  readonly isCompared: boolean;
  /** The time of this read: a comparison that begins now has everything up to it. */
  readonly readAt: string;
}

/** Notes that an index lacks a write. */
export async function noteFailure(db: Database, engine: string): Promise<void> {
  await db.$executeRaw`
    insert into search_engines (engine, failed_at) values (${engine}, clock_timestamp())
    on conflict (engine) do update set failed_at = excluded.failed_at`;
}

/**
 * Notes that the index may soon lack a write, because the engine in PostgreSQL gets it first. A
 * process that is killed between both would not notice.
 */
export async function noteDue(db: Database, engine: string): Promise<void> {
  await db.$executeRaw`
    insert into search_engines (engine, due_at) values (${engine}, clock_timestamp())
    on conflict (engine) do update set due_at = excluded.due_at`;
}

/** Reads the state of an index. */
export async function readEngineState(db: Database, engine: string): Promise<EngineState> {
  const [row] = await db.$queryRaw<EngineState[]>`
    select failed_at::text as "failedAt",
      coalesce(compared_at > now() - make_interval(secs => case
        when filled_at > now() - make_interval(secs => ${FILLED_SECONDS}::int)
        then ${COMPARED_AFTER_FILL_SECONDS}::int else ${COMPARED_SECONDS}::int end)
        and (due_at is null or compared_at > due_at), false) as "isCompared",
      clock_timestamp()::text as "readAt"
    from (select 1) one left join search_engines on engine = ${engine}`;
  if (!row) throw new Error('no state of the search engine');
  return row;
}

/**
 * Notes that an index has all writes up to the read of its state, unless one failed since then.
 */
export async function noteComparison(
  db: Database,
  engine: string,
  { failedAt, readAt }: Pick<EngineState, 'failedAt' | 'readAt'>,
): Promise<void> {
  await db.$executeRaw`
    insert into search_engines as e (engine, compared_at) values (${engine}, ${readAt}::timestamptz)
    on conflict (engine) do update set compared_at = excluded.compared_at,
      failed_at = case when e.failed_at = ${failedAt}::timestamptz then null else e.failed_at end`;
}

/**
 * Notes that a missing index has been filled, before it goes live. A walk whose snapshot does not
 * show this transaction began in another index, whose documents name other transactions.
 */
export async function noteFill(db: Database, engine: string): Promise<void> {
  await db.$executeRaw`
    insert into search_engines (engine, filled_at, filled_in)
    values (${engine}, now(), pg_current_xact_id())
    on conflict (engine) do update
      set filled_at = excluded.filled_at, filled_in = excluded.filled_in`;
}
