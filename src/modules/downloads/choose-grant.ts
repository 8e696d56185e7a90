import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import type { ManagedFile } from '../artifacts/index.js';
import { type GrantRow, isLive, type NamedJob, progressFault } from './grant-row.js';

/**
 * With which of its grants an actor goes on; null for a new one.
 * - a job that is not theirs for these bytes, or was revoked: `download_session_not_found`, without
 *   a difference
 * - progress that goes backwards: `invalid_input`
 * - a job that is completed: whoever names it wants the file once more, which is a download of its
 *   own. Only the repetition of a request that was answered with it is answered with it again.
 * - no job is named: the live one of this file, else the one that waits, else the one that ran out
 *   and is still the same download (`readGrants` reads no other that ran out, unless it is named)
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
