import type { Platform } from '../../platform/platform.js';
import { LIMITS } from '../../registry/limits.js';
import { LIFECYCLES, sources } from '../../registry/states.js';
import { refilledSince } from './byte-bucket.js';

/** So many rows are written at once, so that nobody waits long for one of them. */
const BATCH = 1_000;
/** A run ends after so many; the next one goes on. */
const BATCHES = 50;

/** States that nothing but a client's return leaves. */
const ENDED = ['completed', 'expired', 'revoked'] as const;

/**
 * Marks grants that ran out; what was signed stopped working on its own. Removes grants that ended
 * long ago, and buckets that are full again, which are as good as none. A grant that was handed out
 * stays until it has been judged whether it counts. One that only ever waited tells nobody anything
 * once its wait has ended, and an address can make very many: it goes at once, or after a day where it
 * is completed, so that who tells of that again is answered the same.
 */
export async function sweepGrants({ db, clock }: Platform): Promise<void> {
  const now = clock.now();
  const dayAgo = new Date(now.getTime() - LIMITS.downloadWaitSeconds * 1000);
  // By `counts` and `admitted_at` the index has exactly what was never handed out.
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
