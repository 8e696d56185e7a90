import type { Tx } from '../../platform/database/connect.js';
import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { writeOnce } from '../../request/write-once.js';
import { type Admission, admitDownload } from './admit-download.js';
import { refusalOf } from './download-refusal.js';
import type { DownloadJobInput } from './download-request.type.js';
import { type AskedFile, type GrantRow, type NamedJob, progressFault } from './grant-row.js';
import { completeGrant, renewGrant } from './renew-grant.js';

/**
 * The actor's grant for a file, with a place among those that the actor and the client may have, and
 * charged to the actor's bytes (Spec 4.2, 8). A client that names its job goes on with that job,
 * though its grant may have run out meanwhile. What is live is renewed, and what has all of its bytes
 * is ended, by one statement; anything else is an admission.
 * - over a limit: `download_rate_limited`, with the job to come back with; it is kept by then
 * - a job that is not this actor's for this file: `download_session_not_found`
 * - progress that goes backwards or beyond the file: `invalid_input`
 */
export async function openGrant(
  ctx: RequestContext,
  file: AskedFile,
  named: DownloadJobInput | null,
): Promise<GrantRow> {
  const job = named && jobOf(named);
  const { grant, refusal } =
    (await goOn(ctx, file, job)) ??
    (await noted(ctx, file, transact, (tx) => admitDownload(tx, ctx, file, job)));
  if (!refusal) return grant;
  throw refusalOf(refusal, {
    id: grant.jobId,
    grant_id: grant.id,
    progress: { bytes_received: Number(grant.bytesReceived), provider: grant.provider },
    etag: file.blobEtag,
  });
}

function jobOf({ id, progress }: DownloadJobInput): NamedJob {
  return { id, bytesReceived: progress ? BigInt(progress.bytesReceived) : null };
}

/** Goes on with what needs no place; null where there is no such, or where it is an admission. */
async function goOn(
  ctx: RequestContext,
  file: AskedFile,
  job: NamedJob | null,
): Promise<Admission | null> {
  const bytesReceived = job?.bytesReceived ?? null;
  if (bytesReceived !== null && bytesReceived > file.sizeBytes) throw progressFault('too_large');
  const withPlace = async (grant: Promise<GrantRow | null>) => {
    const found = await grant;
    return found && { grant: found, refusal: null };
  };
  if (job && bytesReceived === file.sizeBytes) {
    const ended = await noted(ctx, file, writeOnce, (db) =>
      withPlace(completeGrant(db, ctx, file, job)),
    );
    if (!ended) throw problem('download_session_not_found');
    return ended;
  }
  if (!file.isLeased) return null;
  return noted(ctx, file, writeOnce, (db) => withPlace(renewGrant(db, ctx, file, job)));
}

/**
 * Runs a step of a download. One that hands something out is an effect of the request's key, and the
 * audit log has a line of it for somebody with an account; of who has none, it could only say what
 * the grant itself says. One that only makes its caller wait is neither.
 */
function noted<T extends Admission | null>(
  ctx: RequestContext,
  file: AskedFile,
  run: typeof writeOnce,
  step: (db: Tx) => Promise<T>,
): Promise<T> {
  const isAnonymous = ctx.viewer.kind === 'anonymous';
  const isHandedOut = (result: T) => result !== null && !result.refusal;
  const write = async (db: Tx) => {
    const result = await step(db);
    if (result && isHandedOut(result) && !isAnonymous) {
      await audit(db, ctx, {
        action: 'download.resolved',
        targetKind: 'artifact',
        targetId: file.id,
        data: { grant_id: result.grant.id },
      });
    }
    return result;
  };
  const subjectOf = (result: T) => result?.grant.jobId ?? null;
  return (isAnonymous ? run : transact)(ctx, write, subjectOf, isHandedOut);
}
