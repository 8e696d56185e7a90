import type { Tx } from '../../../platform/database/connect.js';
import { LIFECYCLES } from '../../../registry/states.js';
import type { ByteBucket } from './byte-bucket.js';
import { clientKey, type DownloadQuotas } from './download-quotas.js';

type HeldBucket = ByteBucket & { readonly key: string };

/** Enough for rows that concurrent transactions create and remove at this moment. */
const ATTEMPTS = 5;

/**
 * Locks the quotas of an actor until the transaction ends, and returns the actor's bytes. So the
 * second of two concurrent admissions counts the first. All transactions lock in the same order, by
 * name. Existing rows are locked without a write; if two transactions start at once, missing rows
 * are created once.
 *
 * It expires old grants first. A concurrent renewal then either finds its grant expired, or keeps
 * it live and counted.
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
 * Returns the rows that could be locked. A row that another transaction has just created is
 * missing: the statement waited for it but does not see it yet. The next statement does.
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
