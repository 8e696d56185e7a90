import type { Database } from '../../database/connect.js';

/** How long a comparison of the index with the mods is enough. */
const COMPARED_SECONDS = 3_600;

/** The record of an index in the database. */
export interface EngineState {
  /** When a write last failed, exact to the microsecond; null if the index has all writes. */
  readonly failedAt: string | null;
  /** Whether the index was compared with the mods within the last hour. */
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
      coalesce(compared_at > now() - make_interval(secs => ${COMPARED_SECONDS}), false)
        as "isCompared"
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
