import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { type ByteBucket, lockQuotas, quotasOf } from './admission-quotas.js';
import { type AdmissionDecision, decideAdmission } from './decide-admission.js';
import {
  chooseDownloadGrant,
  type DownloadGrantRow,
  type NamedJob,
  type RequestedFile,
  readDownloadGrants,
} from './grants.js';

/** A file with the blob to download. */
interface OfferedFile {
  readonly artifactId: string;
  readonly blobId: string;
}

/**
 * Selects the blob of a file that is still offered, as `b`; no row otherwise. Offered means
 * published or archived, with a clean scan and a sealed blob. An admission may have waited since
 * the file was read. `saveDecision` adds `for share of b`: it prevents a change to unsafe until the
 * grant is committed, so that the change then finds the grant and ends it.
 */
function offeredBlob({ artifactId, blobId }: OfferedFile): Prisma.Sql {
  return Prisma.sql`
    select b.id from blobs b join artifacts a on a.blob_id = b.id
    where b.id = ${blobId}::uuid and b.state = 'sealed' and a.id = ${artifactId}::uuid
      and a.state in ('published', 'archived') and a.scan_status = 'clean'`;
}

/** Returns whether a file is still offered. */
async function isOffered(tx: Tx, file: OfferedFile): Promise<boolean> {
  return (await tx.$queryRaw<unknown[]>(offeredBlob(file))).length > 0;
}

interface Stored {
  readonly sizeBytes: bigint;
  readonly now: Date;
  readonly ctx: RequestContext;
}

/**
 * Stores a decided grant and its charge in one statement, and returns the row as stored. A
 * concurrent renewal, which takes no lock, may have recorded more progress. Returns null and writes
 * nothing if the grant was revoked, completed or admitted meanwhile, or if the file is not offered
 * any more.
 */
async function saveDecision(
  tx: Tx,
  { grant, known, refusal, charged }: AdmissionDecision,
  { sizeBytes, now, ctx }: Stored,
): Promise<DownloadGrantRow | null> {
  if (known?.state === 'completed' || (known && refusal && isUnchanged(known, grant))) return known;
  const { id, jobId, sessionId, artifactId, blobId, actor, clientId, state, provider } = grant;
  const { bytesReceived, expiresAt, admittedAt, chargedAt } = grant;
  // Only a new row stores them: a later request comes from the program, not from the site.
  const { referrer = null, region = null } = ctx.request.source ?? {};
  const from = sources(LIFECYCLES.downloadGrant, state === 'waiting' ? 'wait' : 'admit');
  const charge = charged
    ? Prisma.sql`, charged as (
        update download_buckets set spent_bytes = ${charged.spentBytes},
          as_of = ${charged.asOf}::timestamptz
        where key = ${actor} and exists (select from written))`
    : Prisma.empty;
  const [written] = await tx.$queryRaw<Pick<DownloadGrantRow, 'bytesReceived'>[]>`
    with offered as (${offeredBlob(grant)} for share of b),
    written as (
    insert into download_grants (id, job_id, session_id, artifact_id, blob_id, actor, client_id, state,
      size_bytes, bytes_received, provider, expires_at, admitted_at, charged_at, referrer, region,
      created_at, updated_at)
    select ${id}::uuid, ${jobId}::uuid, ${sessionId}::uuid, ${artifactId}::uuid, ${blobId}::uuid,
      ${actor}::text, ${clientId}::text, ${state}::"GrantState", ${sizeBytes}::bigint,
      ${bytesReceived}::bigint, ${provider}::text, ${expiresAt}::timestamptz,
      ${admittedAt}::timestamptz, ${chargedAt}::timestamptz, ${referrer}::text, ${region}::text,
      ${now}::timestamptz, ${now}::timestamptz
    from offered
    on conflict (id) do update set client_id = excluded.client_id, state = excluded.state,
      bytes_received = greatest(download_grants.bytes_received, excluded.bytes_received),
      expires_at = excluded.expires_at,
      admitted_at = excluded.admitted_at, charged_at = excluded.charged_at,
      updated_at = excluded.updated_at, revision = download_grants.revision + 1
    where download_grants.state = any(${from}::"GrantState"[])
    returning bytes_received)${charge}
    select bytes_received as "bytesReceived" from written`;
  return written ? { ...grant, ...written } : null;
}

/** A client that polls does not write its grant each time, only after half of the waiting time. */
function isUnchanged(known: DownloadGrantRow, grant: DownloadGrantRow): boolean {
  const laterMs = grant.expiresAt.getTime() - known.expiresAt.getTime();
  return (
    known.state === grant.state &&
    known.bytesReceived === grant.bytesReceived &&
    laterMs < (LIMITS.downloadWaitSeconds * 1000) / 2
  );
}

/** A job with its slot, or with the reason why it waits. */
export type Admission = Pick<AdmissionDecision, 'grant' | 'refusal'>;

/** The input of an admission. */
type RequestedDownload = Omit<Parameters<typeof decideAdmission>[0], 'bucket' | 'grants' | 'known'>;

/**
 * Gives a download a slot and its bytes, or a job to wait with. The job is the one that the actor
 * names, the actor's job for this file, or a new one. An admission is exact: `lockQuotas` locks the
 * rows first, and later statements count under that lock. A waiting job without room is refused
 * again without the lock. A replay of a completed job returns that job. Throws the errors of
 * `chooseDownloadGrant`, and `file_not_found` if the file is not offered any more.
 */
export async function admitDownload(
  tx: Tx,
  ctx: RequestContext,
  file: RequestedFile,
  job: NamedJob | null,
): Promise<Admission> {
  const now = ctx.platform.clock.now();
  const requested = { ctx, file, job, quotas: quotasOf(ctx), now };
  const again = file.isWaiting ? await refuseAgain(tx, requested) : null;
  if (again) return again;
  const bucket = await lockQuotas(tx, requested.quotas, now);
  const admit = async () => save(tx, requested, await decide(tx, requested, bucket));
  // Null: the grant ended at this moment. A request without a job then gets another one.
  const admission = (await admit()) ?? (job ? null : await admit());
  if (admission) return admission;
  const isThere = await isOffered(tx, { artifactId: file.id, blobId: file.blobId });
  throw problem(isThere ? 'download_session_not_found' : 'file_not_found');
}

/**
 * Refuses a waiting job without a lock, if there is still no room for it; else returns null. A
 * refusal may rely on recently committed data. Only an admission needs the lock.
 */
async function refuseAgain(tx: Tx, requested: RequestedDownload): Promise<Admission | null> {
  const { quotas, now } = requested;
  const bucket = await tx.downloadBucket.findUnique({ where: { key: quotas.actor.subject } });
  const decision = await decide(tx, requested, bucket ?? { spentBytes: 0n, asOf: now });
  const waits = decision.known?.state === 'waiting' && decision.refusal !== null;
  return waits ? save(tx, requested, decision) : null;
}

async function decide(
  tx: Tx,
  requested: RequestedDownload,
  bucket: ByteBucket,
): Promise<AdmissionDecision> {
  const { ctx, quotas, file, job, now } = requested;
  const grants = await readDownloadGrants(tx, quotas, file, job, now);
  const known = chooseDownloadGrant(ctx, grants, file, job, now);
  // A replay by the idempotency key of the first request: it gets the completed job.
  if (known?.state === 'completed') return { grant: known, known, refusal: null, charged: null };
  return decideAdmission({ ...requested, bucket, grants, known });
}

/** Returns null if a concurrent transaction changed the grant. */
async function save(
  tx: Tx,
  { file: { sizeBytes }, now, ctx }: RequestedDownload,
  decision: AdmissionDecision,
): Promise<Admission | null> {
  const grant = await saveDecision(tx, decision, { sizeBytes, now, ctx });
  return grant && { grant, refusal: decision.refusal };
}
