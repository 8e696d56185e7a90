import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { inBatches } from '../../../platform/database/in-batches.js';
import { PREPARED } from '../../../platform/database/queries.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import type { ManagedFile } from '../../publishing/index.js';
import { refilledSince } from './admission-quotas.js';
import { type DownloadGrantRow, downloadGrantEnd, GRANT_COLUMNS, type NamedJob } from './grants.js';

/**
 * Renews the actor's live grant for a file. Returns null if there is no such grant, if the progress
 * decreases, or if the bytes must be charged again. It needs one statement and no lock, because a
 * live grant keeps its slot. An admission expires old grants first, so only one of an expiry and a
 * renewal of the same grant succeeds.
 */
export async function renewDownloadGrant(
  db: Tx,
  ctx: RequestContext,
  file: ManagedFile,
  job: NamedJob | null,
): Promise<DownloadGrantRow | null> {
  const now = ctx.platform.clock.now();
  const live = Prisma.sql`state = 'active' and expires_at > ${now}::timestamptz`;
  const bytesReceived = job?.bytesReceived ?? null;
  if (job && !isId(job.id)) return null;
  const [grant] = await db.$queryRaw<DownloadGrantRow[]>`${PREPARED}
    update download_grants set expires_at = ${downloadGrantEnd(now)}::timestamptz,
      bytes_received = coalesce(${bytesReceived}::bigint, bytes_received),
      updated_at = ${now}::timestamptz, revision = revision + 1
    where id = (
        select id from download_grants
        where actor = ${ctx.viewer.actor} and artifact_id = ${file.id}::uuid
          and blob_id = ${file.blobId}::uuid and ${live}
          ${job ? Prisma.sql`and job_id = ${job.id}::uuid` : Prisma.empty}
        order by id limit 1)
      and ${live} and charged_at > ${refilledSince(now)}::timestamptz
      and bytes_received <= coalesce(${bytesReceived}::bigint, bytes_received)
    returning ${GRANT_COLUMNS}`;
  return grant ?? null;
}

/**
 * Completes the job of the actor, after the caller has seen that the client reports all bytes: the
 * progress becomes the size of the file, and its slot is free at once. The expiry stays, so that
 * URLs work no longer than those before; a waiting job expires now. Returns null if the job does
 * not belong to the actor and this file, or was revoked. A repetition returns the same grant.
 */
export async function completeDownloadGrant(
  db: Tx,
  ctx: RequestContext,
  file: ManagedFile,
  job: NamedJob,
): Promise<DownloadGrantRow | null> {
  if (!isId(job.id)) return null;
  const now = ctx.platform.clock.now();
  const [grant] = await db.$queryRaw<DownloadGrantRow[]>`
    update download_grants set state = ${LIFECYCLES.downloadGrant.events.complete.to}::"GrantState",
      bytes_received = size_bytes,
      expires_at = case when state = 'waiting' then ${now}::timestamptz else expires_at end,
      updated_at = ${now}::timestamptz, revision = revision + 1
    where job_id = ${job.id}::uuid and actor = ${ctx.viewer.actor}
      and artifact_id = ${file.id}::uuid and blob_id = ${file.blobId}::uuid
      and state = any(${sources(LIFECYCLES.downloadGrant, 'complete')}::"GrantState"[])
    returning ${GRANT_COLUMNS}`;
  return grant ?? null;
}

/** Final states, except that a returning client may continue an expired grant. */
const ENDED = ['completed', 'expired', 'revoked'] as const;

/**
 * Expires old grants; their URLs stopped working by themselves. Removes grants that ended
 * `LIMITS.grantKeptSeconds` ago, and buckets without spent bytes. Each of these steps ends
 * after 30 seconds (`inBatches`); the next run continues.
 * - An admitted grant stays until `count-downloads` has decided whether it counts.
 * - A grant that only waited is removed as soon as its wait ends, because one address can create
 *   very many.
 * - A job that was completed while it waited stays for `downloadWaitSeconds`, so that a repeated
 *   completion gets the same response.
 */
export async function sweepDownloadGrants({ db, clock }: Platform): Promise<void> {
  const now = clock.now();
  const waitedSince = new Date(now.getTime() - LIMITS.downloadWaitSeconds * 1000);
  // The index on `counts` and `admitted_at` contains exactly the grants that were never admitted.
  await inBatches(
    (rows) => db.$executeRaw`
      delete from download_grants where id = any(array(
        select id from download_grants
        where counts is null and admitted_at is null and expires_at <= ${now}::timestamptz
          and (state <> 'completed' or expires_at <= ${waitedSince}::timestamptz)
        limit ${rows} for update skip locked))`,
  );
  const { to } = LIFECYCLES.downloadGrant.events.expire;
  const running = sources(LIFECYCLES.downloadGrant, 'expire');
  await inBatches(
    (rows) => db.$executeRaw`
      update download_grants set state = ${to}::"GrantState", updated_at = ${now}::timestamptz,
        revision = revision + 1
      where id = any(array(
        select id from download_grants
        where state = any(${running}::"GrantState"[]) and expires_at <= ${now}::timestamptz
        limit ${rows} for update skip locked))`,
  );
  const keptSince = new Date(now.getTime() - LIMITS.grantKeptSeconds * 1000);
  await inBatches(
    (rows) => db.$executeRaw`
      delete from download_grants where id = any(array(
        select id from download_grants
        where state = any(${[...ENDED]}::"GrantState"[]) and expires_at <= ${keptSince}::timestamptz
          and counts is not null
        limit ${rows} for update skip locked))`,
  );
  await inBatches(
    (rows) => db.$executeRaw`
      delete from download_buckets where key = any(array(
        select key from download_buckets where as_of <= ${refilledSince(now)}::timestamptz
        limit ${rows} for update skip locked))`,
  );
}
