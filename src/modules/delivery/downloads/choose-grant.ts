import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import type { ManagedFile } from '../../publishing/index.js';
import { type GrantRow, isLive, type NamedJob, progressFault } from './grant-row.js';

/**
 * Chooses the grant that an actor continues; null for a new one.
 * - A named job that does not belong to the actor and these bytes, or was revoked:
 *   `download_session_not_found`, in both cases.
 * - Progress that decreases: `invalid_input`.
 * - A named job that is completed: null, because repeating the download needs a new job. Only a
 *   replay of the request that returned it gets it again.
 * - No named job: the live job of this file, else the waiting one, else an expired one that still
 *   counts as the same download. `readGrants` returns other expired ones only if they are named.
 */
export function chooseGrant(
  ctx: RequestContext,
  grants: readonly GrantRow[],
  file: ManagedFile,
  job: NamedJob | null,
  now: Date,
): GrantRow | null {
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
  const inState = (one: GrantRow['state']) => ofFile.find(({ state }) => state === one);
  const live = ofFile.find((grant) => isLive(grant, now));
  return live ?? inState('waiting') ?? inState('expired') ?? null;
}
