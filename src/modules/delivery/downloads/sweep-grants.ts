import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import { refilledSince } from './byte-bucket.js';

/** Rows per statement, so that no request waits long for one of them. */
const BATCH = 1_000;
/** Statements per run; the next run continues. */
const BATCHES = 50;

/** States that only a client's return changes. */
const ENDED = ['completed', 'expired', 'revoked'] as const;

/**
 * Expires old grants; their URLs stopped working by themselves. Removes grants that ended long ago,
 * and buckets that are full again.
 * - An admitted grant stays until `count-downloads` has decided whether it counts.
 * - A grant that only waited is removed as soon as its wait ends, because one address can create
 *   very many.
 * - A completed one of these stays for a day, so that a repeated completion gets the same response.
 */
export async function sweepGrants({ db, clock }: Platform): Promise<void> {
  const now = clock.now();
  const dayAgo = new Date(now.getTime() - LIMITS.downloadWaitSeconds * 1000);
  // The index on `counts` and `admitted_at` contains exactly the grants that were never admitted.
  await inBatches(
    () => db.$executeRaw`
      delete from download_grants where id = any(array(
        select id from download_grants
        where counts is null and admitted_at is null and expires_at <= ${now}::timestamptz
          and (state <> 'completed' or expires_at <= ${dayAgo}::timestamptz)
        limit ${BATCH} for update skip locked))`,
  );
  const { to } = LIFECYCLES.downloadGrant.events.expire;
  const running = sources(LIFECYCLES.downloadGrant, 'expire');
  await inBatches(
    () => db.$executeRaw`
      update download_grants set state = ${to}::"GrantState", updated_at = ${now}::timestamptz,
        revision = revision + 1
      where id = any(array(
        select id from download_grants
        where state = any(${running}::"GrantState"[]) and expires_at <= ${now}::timestamptz
        limit ${BATCH} for update skip locked))`,
  );
  const keptSince = new Date(now.getTime() - LIMITS.grantKeptSeconds * 1000);
  await inBatches(
    () => db.$executeRaw`
      delete from download_grants where id = any(array(
        select id from download_grants
        where state = any(${[...ENDED]}::"GrantState"[]) and expires_at <= ${keptSince}::timestamptz
          and counts is not null
        limit ${BATCH} for update skip locked))`,
  );
  await inBatches(
    () => db.$executeRaw`
      delete from download_buckets where key = any(array(
        select key from download_buckets where as_of <= ${refilledSince(now)}::timestamptz
        limit ${BATCH} for update skip locked))`,
  );
}

async function inBatches(one: () => Promise<number>): Promise<void> {
  for (let at = 0; at < BATCHES; at += 1) if ((await one()) < BATCH) return;
}
