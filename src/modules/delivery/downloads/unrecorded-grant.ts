import { createHash } from 'node:crypto';
import { stringify } from 'uuid';
import type { Prisma } from '../../../platform/database/generated/client.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import type { ManagedFile } from '../../publishing/index.js';
import { type DownloadGrantRow, downloadGrantEnd, type NamedJob, progressFault } from './grants.js';

/** The ids of a grant that no row records, the same for each request of an actor and a file. */
type GrantIds = Pick<DownloadGrantRow, 'id' | 'jobId' | 'sessionId'>;

/** The facts of a stored grant that an unrecorded one continues. */
type StoredGrant = GrantIds & Pick<DownloadGrantRow, 'provider' | 'clientId' | 'bytesReceived'>;

/**
 * Returns the ids of the actor's unrecorded grant for a file. They give no access by themselves.
 */
export function unrecordedIds({ viewer }: RequestContext, file: ManagedFile): GrantIds {
  const idOf = (kind: string) =>
    uuidOf(`unrecorded ${kind} ${viewer.actor} ${file.id} ${file.blobId}`);
  return { id: idOf('grant'), jobId: idOf('job'), sessionId: idOf('session') };
}

/** A UUID of version 8, the version for custom formats. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return stringify(bytes);
}

/**
 * Grants an actor the bytes of a file while the service refuses changes. It writes nothing: the
 * download uses no slot and no bytes of the actor, and does not count. A named job continues in any
 * state but `revoked`. If none is named, the live one continues. Throws:
 * - a job of another actor or file, or a revoked one: `download_session_not_found`
 * - progress beyond the file, or below the stored progress: `invalid_input`
 */
export async function grantUnrecorded(
  ctx: RequestContext,
  file: ManagedFile,
  job: NamedJob | null,
): Promise<DownloadGrantRow> {
  const bytesReceived = job?.bytesReceived ?? null;
  if (bytesReceived !== null && bytesReceived > file.sizeBytes) throw progressFault('too_large');
  if (job?.id === unrecordedIds(ctx, file).jobId) return granted(ctx, file, null, bytesReceived);
  const stored = job
    ? await readUnrevoked(ctx, file, { jobId: job.id })
    : await readLive(ctx, file);
  if (job && !stored) throw problem('download_session_not_found');
  if (bytesReceived !== null && stored && bytesReceived < stored.bytesReceived) {
    throw progressFault('too_small');
  }
  return granted(ctx, file, stored, bytesReceived);
}

/**
 * Continues a session of the actor and the file while the service refuses changes, whether or not a
 * row records it. A recorded one may have ended, because nothing renews it. Throws
 * `download_session_not_found` for any other session and for a revoked one.
 */
export async function continueUnrecorded(
  ctx: RequestContext,
  file: ManagedFile,
  sessionId: string,
): Promise<DownloadGrantRow> {
  if (sessionId === unrecordedIds(ctx, file).sessionId) return granted(ctx, file, null, null);
  const stored = await readUnrevoked(ctx, file, { sessionId });
  if (!stored) throw await missing(ctx, sessionId, 'download_session_not_found');
  return granted(ctx, file, stored, null);
}

/** The actor's grant with a job or a session. Null for one that is revoked or does not exist. */
async function readUnrevoked(
  ctx: RequestContext,
  file: ManagedFile,
  named: { readonly jobId: string } | { readonly sessionId: string },
): Promise<StoredGrant | null> {
  if (!Object.values(named).every(isId)) return null;
  return readStored(ctx, file, { ...named, state: { not: 'revoked' } });
}

/** The actor's live grant for a file. Null for one that waits or has ended. */
function readLive(ctx: RequestContext, file: ManagedFile): Promise<StoredGrant | null> {
  return readStored(ctx, file, { state: 'active', expiresAt: { gt: ctx.platform.clock.now() } });
}

function readStored(
  { platform, viewer }: RequestContext,
  { id: artifactId, blobId }: ManagedFile,
  which: Prisma.DownloadGrantWhereInput,
): Promise<StoredGrant | null> {
  return platform.db.downloadGrant.findFirst({
    where: { ...which, actor: viewer.actor, artifactId, blobId },
    select: {
      id: true,
      jobId: true,
      sessionId: true,
      provider: true,
      clientId: true,
      bytesReceived: true,
    },
    orderBy: { id: 'asc' },
  });
}

/** An active grant with the reported progress, else the stored one. */
function granted(
  ctx: RequestContext,
  file: ManagedFile,
  stored: StoredGrant | null,
  bytesReceived: bigint | null,
): DownloadGrantRow {
  const { clock, storage } = ctx.platform;
  const now = clock.now();
  const unrecorded = { ...unrecordedIds(ctx, file), provider: storage.storeName, clientId: null };
  return {
    ...(stored ?? unrecorded),
    actor: ctx.viewer.actor,
    artifactId: file.id,
    blobId: file.blobId,
    state: 'active',
    bytesReceived: bytesReceived ?? stored?.bytesReceived ?? 0n,
    expiresAt: downloadGrantEnd(now),
    admittedAt: now,
    chargedAt: now,
  };
}
