import type { Tx } from '../../platform/database/connect.js';
import { LIFECYCLES } from '../../registry/states.js';
import type { ByteBucket } from './byte-bucket.js';
import { clientKey, type DownloadQuotas } from './download-quotas.js';

type HeldBucket = ByteBucket & { readonly key: string };

/** Enough for rows that are made, removed and made again at this moment. */
const ATTEMPTS = 5;

/**
 * Holds the quotas of somebody until the transaction ends, so that of two admissions at once the
 * second counts the first, and answers the actor's bytes. All wait in one order, by name. Rows that are
 * there are only held, and not written; rows of two that begin at once are made once.
 *
 * Grants that ran out are ended first: one that is renewed at this moment either is ended and finds
 * that out, or lives and is counted.
 */
export async function holdQuotas(
  tx: Tx,
  { actor, client }: DownloadQuotas,
  now: Date,
): Promise<ByteBucket> {
  const keys = [actor.holder, ...(client ? [clientKey(client)] : [])].sort();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const held = await hold(tx, keys, [actor.holder, client?.holder ?? null], now);
    const bucket = held.find(({ key }) => key === actor.holder);
    if (bucket && held.length === keys.length) return bucket;
  }
  throw new Error(`the quotas of ${actor.holder} were not held`);
}

/**
 * Those of the rows that could be held. One that another transaction made meanwhile is not among them:
 * the statement waited for it, and does not see it yet. The next one does.
 */
function hold(
  tx: Tx,
  keys: readonly string[],
  [actor, client]: readonly [string, string | null],
  now: Date,
): Promise<HeldBucket[]> {
  const { to } = LIFECYCLES.downloadGrant.events.expire;
  return tx.$queryRaw<HeldBucket[]>`
    with made as (
      insert into download_buckets (key, as_of)
      select key, ${now}::timestamptz from unnest(${[...keys]}::text[]) with ordinality as named(key, place)
      order by place
      on conflict (key) do nothing
      returning key, spent_bytes as "spentBytes", as_of as "asOf"),
    found as (
      select key, spent_bytes as "spentBytes", as_of as "asOf" from download_buckets
      -- Counted, so that nobody who waits for a row to be made holds another one.
      where key = any(${[...keys]}::text[]) and (select count(*) from made) >= 0
      order by key for update),
    held as (select * from made union all select * from found),
    ended as (
      update download_grants set state = ${to}::"GrantState", updated_at = ${now}::timestamptz,
        revision = revision + 1
      where state = 'active' and expires_at <= ${now}::timestamptz and id = any(array(
        select id from download_grants
        where state = 'active' and expires_at <= ${now}::timestamptz
          and (actor = ${actor} or client_id = ${client})
          -- Counted, so that all of them are held before a grant is.
          and (select count(*) from held) > 0
        order by id for update)))
    select * from held`;
}
