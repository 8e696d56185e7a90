import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';

/** Stored bytes that are due for a rescan. */
export interface DueBlob {
  readonly id: string;
  readonly sha256: string;
  readonly sizeBytes: bigint;
  readonly contentType: string;
  readonly storageKey: string;
  /**
   * The name of its oldest file, whose extension determines the archive type. Null if no file has
   * these bytes, or if its name is unknown.
   */
  readonly filename: string | null;
  /**
   * The game and the loaders of that file, which determine which content is normal. Null without a
   * file.
   */
  readonly game: string | null;
  readonly loaders: readonly string[] | null;
}

/** The longest time between the time of a blocklist entry and its commit, for clocks that differ. */
const COMMIT_SECONDS = 60;

/**
 * Returns the due bytes with the oldest scan, or null. `signatures` identifies the current ones of
 * the scanner. Sealed bytes that a file uses are due in these cases:
 * - they were never scanned
 * - an order for all bytes is newer than their scan
 * - a blocklist entry with a size is newer than their scan, because it concerns files in archives
 * - such an order or entry is at most a minute older than their scan, and the scan had other
 *   signatures: it may have read the blocklist before the entry was committed
 * - the signatures have changed, and the scan is older than `rescanIntervalSeconds`
 *
 * An order for one digest makes these bytes due in any state except `deleted`, until their object
 * is removed. Bytes with an interrupted rescan wait for their retry time, so that they do not block
 * others.
 */
export async function nextDueBlob(
  ctx: RequestContext,
  signatures: string,
): Promise<DueBlob | null> {
  const { db, clock } = ctx.platform;
  const now = clock.now();
  const before = new Date(now.getTime() - LIMITS.rescanIntervalSeconds * 1000);
  const [due] = await db.$queryRaw<DueBlob[]>`
    with wanted as (select max(at) as at from (
      select created_at as at from rescan_orders where sha256 is null union all
      select created_at from blocked_hashes where size_bytes is not null and removed_at is null) as w)
    select b.id, b.sha256, b.size_bytes as "sizeBytes", b.content_type as "contentType",
      b.storage_key as "storageKey",
      file.filename, file.game, file.loaders
    from blobs b cross join wanted left join lateral (
      select coalesce(a.original_filename, u.filename) as filename, g.slug as game,
        v.loader_platforms as loaders
      from artifacts a join mod_versions v on v.id = a.version_id
        join mods m on m.id = v.mod_id join games g on g.id = m.game_id
        left join upload_sessions u on u.id = a.upload_id
      where a.blob_id = b.id order by a.created_at, a.id limit 1) as file on true
    where (b.rescan_after is null or b.rescan_after <= ${now}::timestamptz)
      and (b.state = 'sealed'
          and (b.scanned_at is null or b.scanned_at < wanted.at
            or (b.scan_signatures <> ${signatures} and b.scanned_at < greatest(
              ${before}::timestamptz, wanted.at + make_interval(secs => ${COMMIT_SECONDS}::int))))
          and exists (select 1 from artifacts a
            where a.blob_id = b.id and a.state not in ('rejected', 'deleted'))
        or b.state <> 'deleted' and b.removed_at is null and exists (select 1 from rescan_orders o
          where o.sha256 = b.sha256 and (b.scanned_at is null or o.created_at > b.scanned_at)))
    order by b.scanned_at nulls first, b.id limit 1`;
  return due ?? null;
}
