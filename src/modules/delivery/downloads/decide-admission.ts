import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import type { ManagedFile } from '../../publishing/index.js';
import {
  type ByteBucket,
  type DownloadQuotas,
  refilled,
  refilledSince,
} from './admission-quotas.js';
import { byteRefusal, type DownloadRefusal, longestWait, slotRefusal } from './download-refusal.js';
import { type DownloadGrantRow, downloadGrantEnd, isLive, type NamedJob } from './grants.js';

/** The facts for an admission. */
interface Facts {
  readonly ctx: RequestContext;
  readonly quotas: DownloadQuotas;
  /** The actor's bytes as last stored. */
  readonly bucket: ByteBucket;
  /** The rows of `readDownloadGrants`. */
  readonly grants: readonly DownloadGrantRow[];
  readonly file: ManagedFile;
  /** The grant to continue; null for a new one. */
  readonly known: DownloadGrantRow | null;
  /** The job that the client names; null if it names none. Each grant has one job, named or not. */
  readonly job: NamedJob | null;
  readonly now: Date;
}

/** The result of an admission. */
export interface AdmissionDecision {
  /** The grant to store. */
  readonly grant: DownloadGrantRow;
  /** The stored grant; null for a new one. */
  readonly known: DownloadGrantRow | null;
  /** Null if the download was admitted, else the reason why it waits. */
  readonly refusal: DownloadRefusal | null;
  /** The actor's bytes afterwards; null if nothing is charged. */
  readonly charged: ByteBucket | null;
}

/**
 * Decides whether a download is admitted, or why it waits.
 * - A live grant keeps its slot; every other grant needs one.
 * - A job is charged its size on admission, and again only if it continues after that charge was
 *   refilled. A waiting job is not charged, and nothing is ever refunded.
 */
export function decideAdmission(facts: Facts): AdmissionDecision {
  const { quotas, bucket, file, known, now } = facts;
  const isPaid = known?.chargedAt != null && known.chargedAt > refilledSince(now);
  const capacity = isPaid ? null : quotas.bytes;
  const noBytes = capacity === null ? null : byteRefusal(bucket, file.sizeBytes, capacity, now);
  const hasSlot = known !== null && isLive(known, now);
  const refusal = longestWait([noBytes, ...(hasSlot ? [] : checkAllSlots(facts))]);
  const row = { ...(known ?? newGrant(facts)), bytesReceived: progressOf(facts) };
  if (refusal) return { grant: hasSlot ? row : waiting(row, now), known, refusal, charged: null };
  const charged = capacity === null ? null : charge(bucket, file.sizeBytes, capacity, now);
  const chargedAt = isPaid ? row.chargedAt : now;
  return { grant: { ...admitted(row, facts), chargedAt }, known, refusal, charged };
}

function charge(bucket: ByteBucket, sizeBytes: bigint, capacity: bigint, now: Date): ByteBucket {
  const { spentBytes, asOf } = refilled(bucket, capacity, now);
  return { spentBytes: spentBytes + sizeBytes, asOf };
}

function checkAllSlots({ quotas: { actor, client }, grants, now }: Facts) {
  const leases = grants.filter((grant) => isLive(grant, now));
  const endsOf = (leased: readonly DownloadGrantRow[]) => leased.map(({ expiresAt }) => expiresAt);
  const ofActor = leases.filter((it) => it.actor === actor.subject);
  const ofClient = leases.filter((it) => it.clientId === client?.subject);
  return [
    slotRefusal(actor, endsOf(ofActor), now),
    client && slotRefusal(client, endsOf(ofClient), now),
  ];
}

/** A grant without state and expiry of its own: `waiting` or `admitted` sets them. */
function newGrant({ ctx, file, quotas, now }: Facts): DownloadGrantRow {
  return {
    id: newId(),
    jobId: newId(),
    sessionId: newId(),
    artifactId: file.id,
    blobId: file.blobId,
    actor: ctx.viewer.actor,
    clientId: quotas.client?.subject ?? null,
    state: 'waiting',
    bytesReceived: 0n,
    provider: ctx.platform.storage.storeName,
    expiresAt: now,
    admittedAt: null,
    chargedAt: null,
  };
}

/**
 * Returns the reported progress, else the stored one. `chooseDownloadGrant` has checked that it
 * does not decrease.
 */
function progressOf({ known, job }: Facts): bigint {
  return job?.bytesReceived ?? known?.bytesReceived ?? 0n;
}

/** Keeps the job of a waiting download for a retry. Each retry extends that time. */
function waiting(row: DownloadGrantRow, now: Date): DownloadGrantRow {
  const expiresAt = new Date(now.getTime() + LIMITS.downloadWaitSeconds * 1000);
  return { ...row, state: 'waiting', expiresAt };
}

/** A new slot belongs to the client of this request; a live lease keeps its slot. */
function admitted(row: DownloadGrantRow, { known, quotas, now }: Facts): DownloadGrantRow {
  const isLease = known !== null && isLive(known, now);
  const clientId = isLease ? row.clientId : (quotas.client?.subject ?? null);
  const admittedAt = row.admittedAt ?? now;
  return { ...row, state: 'active', clientId, admittedAt, expiresAt: downloadGrantEnd(now) };
}
