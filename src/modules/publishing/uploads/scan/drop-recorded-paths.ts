import type { Platform } from '../../../../platform/platform.js';

/** Sessions that one statement examines. */
const PAGE = 5_000;

/** Records that one statement rewrites. Each may have a megabyte. */
const RECORDS = 50;

/** Records that one run rewrites: other jobs of the same lane wait for it. */
const RECORDS_OF_RUN = 5_000;

/** The platforms whose sessions were all examined: no release since then stores paths. */
const examined = new WeakSet<Platform>();

const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Removes the paths of archives from the records of scans (`recordOf`), where earlier releases
 * stored up to a megabyte of them. It examines all sessions page by page, once in each process, and
 * rewrites a few records at once. Leaves sessions that another transaction has locked to the next
 * process, and those beyond `RECORDS_OF_RUN` to the next run. Throws the reason of an aborted
 * `signal` before the next statement.
 */
export async function dropRecordedPaths(platform: Platform, signal: AbortSignal): Promise<void> {
  const { db } = platform;
  if (examined.has(platform)) return;
  let inRun = 0;
  for (let after = FIRST; ; ) {
    signal.throwIfAborted();
    const [page] = await db.$queryRaw<{ last: string | null }[]>`
      select (select id from (select id from upload_sessions where id > ${after}::uuid
        order by id limit ${PAGE}) page order by id desc limit 1) as last`;
    const last = page?.last ?? null;
    if (last === null) break;
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
      inRun += rewritten;
      if (inRun >= RECORDS_OF_RUN) return;
    }
    after = last;
  }
  examined.add(platform);
}
