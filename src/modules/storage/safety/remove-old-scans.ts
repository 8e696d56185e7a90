import { firstIdAt } from '../../../platform/database/first-id.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';

/** Rows that one statement examines. */
const PAGE = 5_000;

const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Removes results of scans older than `blobScanKeptSeconds`, page by page. Throws the reason of an
 * aborted `signal` before the next page. These stay at any age:
 * - the last result for each blob, and the last one whose verdict is not `unknown`
 * - each result that found something
 */
export async function removeOldScans({ db, clock }: Platform, signal: AbortSignal): Promise<void> {
  const keptSince = new Date(clock.now().getTime() - LIMITS.blobScanKeptSeconds * 1000);
  const end = firstIdAt(keptSince);
  for (let after: string | undefined = FIRST; after !== undefined; ) {
    signal.throwIfAborted();
    const [page]: { last: string | null }[] = await db.$queryRaw<{ last: string | null }[]>`
      with page as materialized (
        select id, blob_id, verdict, scanned_at from blob_scans
        where id > ${after}::uuid and id < ${end}::uuid order by id limit ${PAGE}),
      gone as (
        delete from blob_scans s using page p
        where s.id = p.id and p.verdict <> 'infected' and p.scanned_at <= ${keptSince}::timestamptz
          and exists (select from blob_scans n
            where n.blob_id = p.blob_id and (n.scanned_at, n.id) > (p.scanned_at, p.id)
              and (n.verdict <> 'unknown' or p.verdict = 'unknown')))
      select (select id from page order by id desc limit 1) as last`;
    after = page?.last ?? undefined;
  }
}
