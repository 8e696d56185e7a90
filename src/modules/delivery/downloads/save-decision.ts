import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { LIMITS } from '../../../registry/limits.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { Decision } from './decide-admission.js';
import type { GrantRow } from './grant-row.js';
import { offeredBlob } from './offered-blob.js';

/**
 * Stores a decided grant and its charge in one statement, and returns the row as stored. A
 * concurrent renewal, which takes no lock, may have recorded more progress. Returns null and writes
 * nothing if the grant was revoked, completed or admitted meanwhile, or if the file is not offered
 * any more.
 */
export async function saveDecision(
  tx: Tx,
  { grant, known, refusal, charged }: Decision,
  { sizeBytes, now }: { readonly sizeBytes: bigint; readonly now: Date },
): Promise<GrantRow | null> {
  if (known?.state === 'completed' || (known && refusal && isAsItWas(known, grant))) return known;
  const { id, jobId, sessionId, artifactId, blobId, actor, clientId, state, provider } = grant;
  const { bytesReceived, expiresAt, admittedAt, chargedAt } = grant;
  const from = sources(LIFECYCLES.downloadGrant, state === 'waiting' ? 'wait' : 'admit');
  const charge = charged
    ? Prisma.sql`, charged as (
        update download_buckets set spent_bytes = ${charged.spentBytes},
          as_of = ${charged.asOf}::timestamptz
        where key = ${actor} and exists (select from written))`
    : Prisma.empty;
  const [written] = await tx.$queryRaw<Pick<GrantRow, 'bytesReceived'>[]>`
    with offered as (${offeredBlob(grant)} for share of b),
    written as (
    insert into download_grants (id, job_id, session_id, artifact_id, blob_id, actor, client_id, state,
      size_bytes, bytes_received, provider, expires_at, admitted_at, charged_at, created_at, updated_at)
    select ${id}::uuid, ${jobId}::uuid, ${sessionId}::uuid, ${artifactId}::uuid, ${blobId}::uuid,
      ${actor}::text, ${clientId}::text, ${state}::"GrantState", ${sizeBytes}::bigint,
      ${bytesReceived}::bigint, ${provider}::text, ${expiresAt}::timestamptz,
      ${admittedAt}::timestamptz, ${chargedAt}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
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
function isAsItWas(known: GrantRow, grant: GrantRow): boolean {
  const laterMs = grant.expiresAt.getTime() - known.expiresAt.getTime();
  return (
    known.state === grant.state &&
    known.bytesReceived === grant.bytesReceived &&
    laterMs < (LIMITS.downloadWaitSeconds * 1000) / 2
  );
}
