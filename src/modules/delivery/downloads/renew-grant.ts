import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { PREPARED } from '../../../platform/database/prepared.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import type { ManagedFile } from '../../publishing/index.js';
import { refilledSince } from './byte-bucket.js';
import { GRANT_COLUMNS, type GrantRow, grantEnd, type NamedJob } from './grant-row.js';

/**
 * Renews the actor's live grant for a file. Returns null if there is no such grant, if the progress
 * decreases, or if the bytes must be charged again. It needs one statement and no lock, because a
 * live grant keeps its slot. An admission expires old grants first, so only one of an expiry and a
 * renewal of the same grant succeeds.
 */
export async function renewGrant(
  db: Tx,
  ctx: RequestContext,
  file: ManagedFile,
  job: NamedJob | null,
): Promise<GrantRow | null> {
  const now = ctx.platform.clock.now();
  const live = Prisma.sql`state = 'active' and expires_at > ${now}::timestamptz`;
  const bytesReceived = job?.bytesReceived ?? null;
  if (job && !isId(job.id)) return null;
  const [grant] = await db.$queryRaw<GrantRow[]>`${PREPARED}
    update download_grants set expires_at = ${grantEnd(now)}::timestamptz,
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
 * Completes the actor's job that has all of its bytes, and frees its slot at once. Returns null if
 * the job does not belong to the actor and this file. It grants nothing: the URLs expire with the
 * previous ones, which for a waiting job means now. Repeating it changes nothing.
 */
export async function completeGrant(
  db: Tx,
  ctx: RequestContext,
  file: ManagedFile,
  job: NamedJob,
): Promise<GrantRow | null> {
  if (!isId(job.id)) return null;
  const now = ctx.platform.clock.now();
  const [grant] = await db.$queryRaw<GrantRow[]>`
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
