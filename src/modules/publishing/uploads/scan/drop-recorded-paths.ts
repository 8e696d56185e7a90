import type { Platform } from '../../../../platform/platform.js';

/** Sessions that one statement examines. */
const PAGE = 5_000;

/** Records that one statement rewrites. Each may have a megabyte. */
const RECORDS = 50;

const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Removes the paths of archives from the records of scans (`recordOf`), where earlier releases
 * stored up to a megabyte of them. It examines all sessions page by page, and rewrites a few records
 * at once. Leaves sessions that another transaction has locked to the next run. Throws the reason of
 * an aborted `signal` before the next statement.
 */
export async function dropRecordedPaths({ db }: Platform, signal: AbortSignal): Promise<void> {
  for (let after = FIRST; ; ) {
    signal.throwIfAborted();
    const [page] = await db.$queryRaw<{ last: string | null }[]>`
      select (select id from (select id from upload_sessions where id > ${after}::uuid
        order by id limit ${PAGE}) page order by id desc limit 1) as last`;
    const last = page?.last ?? null;
    if (last === null) return;
    for (let rewritten = RECORDS; rewritten === RECORDS; ) {
      signal.throwIfAborted();
      rewritten = await db.$executeRaw`
        with long as (
          select id from upload_sessions where id > ${after}::uuid and id <= ${last}::uuid
            and coalesce(inspection #> '{outcome,entries,paths}',
              inspection #> '{outcome,otherwise,entries,paths}') is not null
          limit ${RECORDS} for no key update skip locked)
        update upload_sessions s
        set inspection = inspection #- '{outcome,entries,paths}'
          #- '{outcome,otherwise,entries,paths}'
        from long where s.id = long.id`;
    }
    after = last;
  }
}
