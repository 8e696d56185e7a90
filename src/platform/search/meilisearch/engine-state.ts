import type { Database } from '../../database/connect.js';

/** How long a comparison of the index with the mods is enough. */
const COMPARED_SECONDS = 3_600;

/** How long the fill of a missing index has to be over for that. */
const FILLED_SECONDS = 3_600;

/** How long a comparison is enough before. Workers of a former release may miss a new index. */
const COMPARED_AFTER_FILL_SECONDS = 300;

/** The record of an index in the database. */
export interface EngineState {
  /** When a write last failed, exact to the microsecond; null if the index has all writes. */
  readonly failedAt: string | null;
  /**
   * Whether the index was compared with the mods within the last hour, or in the hour after a fill
   * within the last five minutes.
   */
  readonly isCompared: boolean;
}

/** Notes that an index lacks a write. */
export async function noteFailure(db: Database, engine: string): Promise<void> {
  await db.$executeRaw`
    insert into search_engines (engine, failed_at) values (${engine}, clock_timestamp())
    on conflict (engine) do update set failed_at = excluded.failed_at`;
}

/** Reads the state of an index. */
export async function readEngineState(db: Database, engine: string): Promise<EngineState> {
  const [row] = await db.$queryRaw<EngineState[]>`
    select failed_at::text as "failedAt",
      coalesce(compared_at > now() - make_interval(secs => case
        when filled_at > now() - make_interval(secs => ${FILLED_SECONDS}::int)
        then ${COMPARED_AFTER_FILL_SECONDS}::int else ${COMPARED_SECONDS}::int end), false) as "isCompared"
    from search_engines where engine = ${engine}`;
  return row ?? { failedAt: null, isCompared: false };
}

/** Notes that an index has all writes, unless one failed since its state was read. */
export async function noteComparison(
  db: Database,
  engine: string,
  { failedAt }: Pick<EngineState, 'failedAt'>,
): Promise<void> {
  await db.$executeRaw`
    insert into search_engines as e (engine, compared_at) values (${engine}, now())
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
