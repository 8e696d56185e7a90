import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { DownloadGrantModel } from '../../../platform/database/generated/models.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import type { ManagedFile } from '../../publishing/index.js';
import type { DownloadQuotas } from './admission-quotas.js';

/** A requested managed file, and whether the actor has a live or waiting grant for it. */
export type RequestedFile = ManagedFile & {
  /** True with a live grant. */
  readonly isLeased: boolean;
  /** True with a waiting job. */
  readonly isWaiting: boolean;
};

/**
 * The columns of a grant that admission reads and writes. A client continues its download by
 * `jobId`, and requests the mirror by `sessionId`. `provider` is the first store when the job
 * began. `chargedAt` is the time of the last charge to the actor's bytes.
 */
export type DownloadGrantRow = Pick<
  DownloadGrantModel,
  | 'id'
  | 'jobId'
  | 'sessionId'
  | 'artifactId'
  | 'blobId'
  | 'actor'
  | 'clientId'
  | 'state'
  | 'bytesReceived'
  | 'provider'
  | 'expiresAt'
  | 'admittedAt'
  | 'chargedAt'
>;

/** The columns of `DownloadGrantRow` in `download_grants`. */
export const GRANT_COLUMNS = Prisma.sql`id, job_id as "jobId", session_id as "sessionId",
  artifact_id as "artifactId", blob_id as "blobId", actor, client_id as "clientId", state::text,
  bytes_received as "bytesReceived", provider, expires_at as "expiresAt",
  admitted_at as "admittedAt", charged_at as "chargedAt"`;

/** The job that a client continues, and its reported progress. */
export interface NamedJob {
  readonly id: string;
  /** Null if the client reports none. */
  readonly bytesReceived: bigint | null;
}

/** The expiry of a grant that is opened or renewed now. */
export function downloadGrantEnd(now: Date): Date {
  return new Date(now.getTime() + LIMITS.grantLifetimeSeconds * 1000);
}

/** Returns whether a grant is live, so that its URLs may work. */
export function isLive({ state, expiresAt }: DownloadGrantRow, now: Date): boolean {
  return state === 'active' && expiresAt > now;
}

/** The `invalid_input` problem for progress that decreases or exceeds the file. */
export function progressFault(code: 'too_small' | 'too_large'): RegisteredError {
  return problem('invalid_input', {
    fields: [{ field: 'downloadJob.progress.bytesReceived', code }],
  });
}

/**
 * Reads all grants for an admission in one statement:
 * - the live grants of the actor and of the client
 * - the actor's waiting grants for the file
 * - the newest expired grant for the file that still counts as the same download
 * - the named job
 *
 * An expired grant that was admitted before the counting window
 * (`LIMITS.countedDownloadWindowSeconds`) is continued only if it is named. Otherwise a second
 * download would not count: each grant counts at most once, at its admission.
 */
export function readDownloadGrants(
  tx: Tx,
  { actor, client }: DownloadQuotas,
  file: ManagedFile,
  job: NamedJob | null,
  now: Date,
): Promise<DownloadGrantRow[]> {
  const live = Prisma.sql`state = 'active' and expires_at > ${now}::timestamptz`;
  const sinceMs = now.getTime() - LIMITS.countedDownloadWindowSeconds * 1000;
  const since = Prisma.sql`${new Date(sinceMs)}::timestamptz`;
  const branches = [
    Prisma.sql`actor = ${actor.subject} and ${live}`,
    Prisma.sql`actor = ${actor.subject} and artifact_id = ${file.id}::uuid and state = 'waiting'
      and expires_at > ${now}::timestamptz`,
    // An expired grant ended after its admission, so the index on `admitted_at` finds it.
    Prisma.sql`actor = ${actor.subject} and artifact_id = ${file.id}::uuid and state = 'expired'
      and blob_id = ${file.blobId}::uuid and expires_at > ${since} and admitted_at > ${since}
      order by admitted_at desc limit 1`,
    ...(client ? [Prisma.sql`client_id = ${client.subject} and ${live}`] : []),
    ...(job && isId(job.id) ? [Prisma.sql`job_id = ${job.id}::uuid`] : []),
  ];
  // Each branch has its own index; an OR of them might use none.
  return tx.$queryRaw<DownloadGrantRow[]>`${Prisma.join(
    branches.map(
      (where) => Prisma.sql`(select ${GRANT_COLUMNS} from download_grants where ${where})`,
    ),
    ' union ',
  )}`;
}

/**
 * Chooses the grant that an actor continues; null for a new one.
 * - no named job: the live job of this file, else the waiting one, else an expired one that still
 *   counts as the same download (`readDownloadGrants`)
 * - a named job: that job, also if it waits or has expired
 * - a completed named job: as if none were named, because a repeated download needs another job; a
 *   replay of its own request gets the completed job again
 *
 * Throws `download_session_not_found` if the named job was revoked, or does not belong to the actor
 * and these bytes. Throws `invalid_input` for progress that decreases.
 */
export function chooseDownloadGrant(
  ctx: RequestContext,
  grants: readonly DownloadGrantRow[],
  file: ManagedFile,
  job: NamedJob | null,
  now: Date,
): DownloadGrantRow | null {
  const ofFile = grants.filter(
    ({ actor, artifactId, blobId }) =>
      actor === ctx.viewer.actor && artifactId === file.id && blobId === file.blobId,
  );
  const named = job && ofFile.find(({ jobId }) => jobId === job.id);
  if (job) {
    if (!named || named.state === 'revoked') throw problem('download_session_not_found');
    if (job.bytesReceived !== null && job.bytesReceived < named.bytesReceived) {
      throw progressFault('too_small');
    }
    if (named.state !== 'completed' || ctx.isReplay) return named;
  }
  const inState = (one: DownloadGrantRow['state']) => ofFile.find(({ state }) => state === one);
  const live = ofFile.find((grant) => isLive(grant, now));
  return live ?? inState('waiting') ?? inState('expired') ?? null;
}
