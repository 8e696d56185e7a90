import { Prisma } from '../../platform/database/generated/client.js';
import type { DownloadGrantModel } from '../../platform/database/generated/models.js';
import { problem, type RegisteredError } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import type { ManagedFile } from '../artifacts/index.js';

/** A file that somebody asks for, and what they had of it a moment ago. */
export type AskedFile = ManagedFile & {
  /** A live grant. */
  readonly isLeased: boolean;
  /** A job that waits. */
  readonly isWaiting: boolean;
};

/** What admission reads of a grant, and writes. */
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

/** The columns of `GrantRow`, of `download_grants` by that name. */
export const GRANT_COLUMNS = Prisma.sql`id, job_id as "jobId", session_id as "sessionId",
  artifact_id as "artifactId", blob_id as "blobId", actor, client_id as "clientId", state::text,
  bytes_received as "bytesReceived", provider, expires_at as "expiresAt",
  admitted_at as "admittedAt", charged_at as "chargedAt"`;

/** A job that a client goes on with, and how far it has come by its own account. */
export interface NamedJob {
  readonly id: string;
  /** Null where it says nothing of it. */
  readonly bytesReceived: bigint | null;
}

/** When a grant that is opened or renewed now ends. */
export function grantEnd(now: Date): Date {
  return new Date(now.getTime() + LIMITS.grantLifetimeSeconds * 1000);
}

/** Whether a grant is a lease: its addresses may work. */
export function isLive({ state, expiresAt }: GrantRow, now: Date): boolean {
  return state === 'active' && expiresAt > now;
}

/** `invalid_input` for progress that goes backwards or beyond the file. */
export function progressFault(code: 'too_small' | 'too_large'): RegisteredError {
  return problem('invalid_input', {
    fields: [{ field: 'downloadJob.progress.bytesReceived', code }],
  });
}
