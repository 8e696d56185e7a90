import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import type { ManagedFile } from '../../publishing/index.js';
import { type ByteBucket, refilled, refilledSince } from './byte-bucket.js';
import type { DownloadQuotas } from './download-quotas.js';
import { type DownloadRefusal, lastOf, withoutBytes, withoutPlace } from './download-refusal.js';
import { type GrantRow, grantEnd, isLive, type NamedJob } from './grant-row.js';

/** The facts for an admission. */
interface Facts {
  readonly ctx: RequestContext;
  readonly quotas: DownloadQuotas;
  /** The actor's bytes as last stored. */
  readonly held: ByteBucket;
  readonly grants: readonly GrantRow[];
  readonly file: ManagedFile;
  /** The grant to continue; null for a new one. */
  readonly known: GrantRow | null;
  readonly job: NamedJob | null;
  readonly now: Date;
}

/** The result of an admission. */
export interface Decision {
  /** The grant to store. */
  readonly grant: GrantRow;
  /** The stored grant; null for a new one. */
  readonly known: GrantRow | null;
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
export function decideAdmission(facts: Facts): Decision {
  const { quotas, held, file, known, now } = facts;
  const isPaid = known?.chargedAt != null && known.chargedAt > refilledSince(now);
  const capacity = isPaid ? null : quotas.bytes;
  const noBytes = capacity === null ? null : withoutBytes(held, file.sizeBytes, capacity, now);
  const hasPlace = known !== null && isLive(known, now);
  const refusal = lastOf([noBytes, ...(hasPlace ? [] : withoutPlaces(facts))]);
  const row = { ...(known ?? newGrant(facts)), bytesReceived: furthest(facts) };
  if (refusal) return { grant: hasPlace ? row : waiting(row, now), known, refusal, charged: null };
  const charged = capacity === null ? null : charge(held, file.sizeBytes, capacity, now);
  const chargedAt = isPaid ? row.chargedAt : now;
  return { grant: { ...admitted(row, facts), chargedAt }, known, refusal, charged };
}

function charge(held: ByteBucket, sizeBytes: bigint, capacity: bigint, now: Date): ByteBucket {
  const { spentBytes, asOf } = refilled(held, capacity, now);
  return { spentBytes: spentBytes + sizeBytes, asOf };
}

function withoutPlaces({ quotas: { actor, client }, grants, now }: Facts) {
  const leases = grants.filter((grant) => isLive(grant, now));
  const endsOf = (leased: readonly GrantRow[]) => leased.map(({ expiresAt }) => expiresAt);
  const ofActor = leases.filter((it) => it.actor === actor.holder);
  const ofClient = leases.filter((it) => it.clientId === client?.holder);
  return [
    withoutPlace(actor, endsOf(ofActor), now),
    client && withoutPlace(client, endsOf(ofClient), now),
  ];
}

function newGrant({ ctx, file, quotas, now }: Facts): GrantRow {
  return {
    ...{
      id: newId(),
      jobId: newId(),
      sessionId: newId(),
      artifactId: file.id,
      blobId: file.blobId,
    },
    ...{ actor: ctx.viewer.actor, clientId: quotas.client?.holder ?? null, state: 'waiting' },
    ...{ bytesReceived: 0n, provider: ctx.platform.storage.provider, expiresAt: now },
    ...{ admittedAt: null, chargedAt: null },
  };
}

/** Progress only increases. A client that reports none keeps its last one. */
function furthest({ known, job }: Facts): bigint {
  return job?.bytesReceived ?? known?.bytesReceived ?? 0n;
}

/** Each retry extends the wait. */
function waiting(row: GrantRow, now: Date): GrantRow {
  const expiresAt = new Date(now.getTime() + LIMITS.downloadWaitSeconds * 1000);
  return { ...row, state: 'waiting', expiresAt };
}

/** A new slot belongs to the client of this request; a live lease keeps its slot. */
function admitted(row: GrantRow, { known, quotas, now }: Facts): GrantRow {
  const isLease = known !== null && isLive(known, now);
  const clientId = isLease ? row.clientId : (quotas.client?.holder ?? null);
  const admittedAt = row.admittedAt ?? now;
  return { ...row, state: 'active', clientId, admittedAt, expiresAt: grantEnd(now) };
}
