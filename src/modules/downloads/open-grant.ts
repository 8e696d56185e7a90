import type { Tx } from '../../platform/database/connect.js';
import type { DownloadGrantModel } from '../../platform/database/generated/models.js';
import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import { LIFECYCLES, sources } from '../../registry/states.js';
import type { RequestContext } from '../../request/context.js';
import { isId, newId } from '../../request/ids.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { writeOnce } from '../../request/write-once.js';
import type { PublishedFile } from '../artifacts/index.js';
import type { DownloadJobInput } from './download.type.js';

type Grant = Pick<
  DownloadGrantModel,
  'id' | 'jobId' | 'sessionId' | 'bytesReceived' | 'provider' | 'expiresAt'
>;

/**
 * The actor's grant for a file: the live one renewed, or a new one; one statement either way.
 * A client that names its job goes on with that job, though its grant may have run out meanwhile.
 * The audit log has a line for each of somebody with an account; of who has none, it could only say
 * what the grant itself says.
 * Throws `download_session_not_found` for a job that is not this actor's for this file, and
 * `invalid_input` for progress that goes backwards or beyond the file.
 */
export async function openGrant(
  ctx: RequestContext,
  file: PublishedFile,
  job: DownloadJobInput | null,
): Promise<Grant> {
  const write = (db: Tx) => (job ? continueGrant(ctx, db, file, job) : renewOrMake(ctx, db, file));
  const jobOf = (grant: Grant) => grant.jobId;
  if (ctx.viewer.kind === 'anonymous') return writeOnce(ctx, write, jobOf);
  const noted = async (tx: Tx) => {
    const grant = await write(tx);
    await audit(tx, ctx, {
      action: 'download.resolved',
      targetKind: 'artifact',
      targetId: file.id,
      data: { grant_id: grant.id },
    });
    return grant;
  };
  return transact(ctx, noted, jobOf);
}

function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + LIMITS.grantLifetimeSeconds * 1000);
}

async function renewOrMake(ctx: RequestContext, db: Tx, file: PublishedFile): Promise<Grant> {
  const { viewer, platform } = ctx;
  const now = platform.clock.now();
  const expiresAt = expiryFrom(now);
  const clientId = viewer.kind === 'user' ? viewer.credential.clientId : null;
  const [grant] = await db.$queryRaw<Grant[]>`
    with live as (
      update download_grants set expires_at = ${expiresAt}::timestamptz,
        updated_at = ${now}::timestamptz, revision = revision + 1
      where id = (
        select id from download_grants
        where actor = ${viewer.actor} and artifact_id = ${file.id}::uuid
          and blob_id = ${file.blobId}::uuid and state = 'active'
          and expires_at > ${now}::timestamptz
        order by created_at desc limit 1)
      returning *),
    made as (
      insert into download_grants (id, job_id, session_id, artifact_id, blob_id, actor, client_id,
        size_bytes, provider, expires_at, created_at, updated_at)
      select ${newId()}::uuid, ${newId()}::uuid, ${newId()}::uuid, ${file.id}::uuid,
        ${file.blobId}::uuid, ${viewer.actor}, ${clientId}, ${file.sizeBytes}, ${platform.storage.provider},
        ${expiresAt}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      where not exists (select 1 from live)
      returning *)
    select id, job_id as "jobId", session_id as "sessionId", bytes_received as "bytesReceived",
      provider, expires_at as "expiresAt"
    from (select * from live union all select * from made) as one`;
  if (!grant) throw new Error(`no grant was made for artifact ${file.id}`);
  return grant;
}

async function continueGrant(
  ctx: RequestContext,
  db: Tx,
  file: PublishedFile,
  job: DownloadJobInput,
): Promise<Grant> {
  const mine = { jobId: job.id, actor: ctx.viewer.actor, artifactId: file.id };
  const known = isId(job.id) ? await db.downloadGrant.findFirst({ where: mine }) : null;
  if (!known || known.state === 'revoked') throw problem('download_session_not_found');
  const bytesReceived = BigInt(job.progress?.bytesReceived ?? known.bytesReceived);
  if (bytesReceived > file.sizeBytes) throw progressFault('too_large');
  const event = bytesReceived === file.sizeBytes ? 'complete' : 'renew';
  const now = ctx.platform.clock.now();
  const [renewed] = await db.downloadGrant.updateManyAndReturn({
    where: {
      ...mine,
      state: { in: sources(LIFECYCLES.downloadGrant, event) },
      bytesReceived: { lte: bytesReceived },
    },
    data: {
      state: LIFECYCLES.downloadGrant.events[event].to,
      blobId: file.blobId,
      bytesReceived,
      expiresAt: expiryFrom(now),
      updatedAt: now,
      revision: { increment: 1 },
    },
  });
  if (!renewed) throw progressFault('too_small');
  return renewed;
}

function progressFault(code: 'too_small' | 'too_large') {
  return problem('invalid_input', {
    fields: [{ field: 'downloadJob.progress.bytesReceived', code }],
  });
}
