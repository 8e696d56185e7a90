import { createHash } from 'node:crypto';
import { stringify } from 'uuid';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import type { ManagedFile } from '../../publishing/index.js';
import { type DownloadGrantRow, downloadGrantEnd, type NamedJob, progressFault } from './grants.js';

/** The ids of a grant that no row records. They are the same for each request of an actor and a file. */
type GrantIds = Pick<DownloadGrantRow, 'id' | 'jobId' | 'sessionId'>;

/** Returns the ids of the actor's unrecorded grant for a file. They give no access by themselves. */
export function unrecordedIds({ viewer }: RequestContext, file: ManagedFile): GrantIds {
  const idOf = (kind: string) =>
    uuidOf(`unrecorded ${kind} ${viewer.actor} ${file.id} ${file.blobId}`);
  return { id: idOf('grant'), jobId: idOf('job'), sessionId: idOf('session') };
}

/** A UUID of version 8, which is for formats of one's own. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return stringify(bytes);
}

/**
 * Grants an actor the bytes of a file while the service refuses changes. It writes nothing: the download
 * uses no slot and no bytes of the actor, and does not count. A job that has begun before continues.
 * Throws `download_session_not_found` for a job of another actor or file, and `invalid_input` for
 * progress beyond the file.
 */
export async function grantUnrecorded(
  ctx: RequestContext,
  file: ManagedFile,
  job: NamedJob | null,
): Promise<DownloadGrantRow> {
  const bytesReceived = job?.bytesReceived ?? 0n;
  if (bytesReceived > file.sizeBytes) throw progressFault('too_large');
  const { db, clock, storage } = ctx.platform;
  const { actor } = ctx.viewer;
  const now = clock.now();
  const ids = unrecordedIds(ctx, file);
  const mine = { actor, artifactId: file.id, blobId: file.blobId };
  const which = job ? { jobId: job.id } : { state: 'active' as const, expiresAt: { gt: now } };
  const stored =
    job?.id === ids.jobId
      ? null
      : await db.downloadGrant.findFirst({
          where: {
            ...mine,
            ...which,
            state: { in: ['active', 'waiting', 'expired', 'completed'] },
          },
          select: { id: true, jobId: true, sessionId: true, provider: true, clientId: true },
        });
  if (job && job.id !== ids.jobId && !stored) throw problem('download_session_not_found');
  return {
    ...mine,
    ...ids,
    provider: storage.provider,
    clientId: null,
    ...stored,
    state: 'active',
    bytesReceived,
    expiresAt: downloadGrantEnd(now),
    admittedAt: now,
    chargedAt: now,
  };
}
