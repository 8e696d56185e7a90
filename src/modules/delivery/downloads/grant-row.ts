import { Prisma } from '../../../platform/database/generated/client.js';
import type { DownloadGrantModel } from '../../../platform/database/generated/models.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { ManagedFile } from '../../publishing/index.js';

/** A requested file, and whether the actor has a live or waiting grant for it. */
export type AskedFile = ManagedFile & {
  /** True with a live grant. */
  readonly isLeased: boolean;
  /** True with a waiting job. */
  readonly isWaiting: boolean;
};

/** The columns of a grant that admission reads and writes. */
export type GrantRow = Pick<
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

/** The columns of `GrantRow` in `download_grants`. */
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
export function grantEnd(now: Date): Date {
  return new Date(now.getTime() + LIMITS.grantLifetimeSeconds * 1000);
}

/** Returns whether a grant is live, so that its URLs may work. */
export function isLive({ state, expiresAt }: GrantRow, now: Date): boolean {
  return state === 'active' && expiresAt > now;
}

/** The `invalid_input` problem for progress that decreases or exceeds the file. */
export function progressFault(code: 'too_small' | 'too_large'): RegisteredError {
  return problem('invalid_input', {
    fields: [{ field: 'downloadJob.progress.bytesReceived', code }],
  });
}
