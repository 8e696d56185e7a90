import type { Tx } from '../../../platform/database/connect.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact, writeOnce } from '../../../request/transact.js';
import { type Admission, admitDownload } from './admit-download.js';
import type { DownloadJobInput } from './download.type.js';
import { refusalOf } from './download-refusal.js';
import {
  type DownloadGrantRow,
  type NamedJob,
  progressFault,
  type RequestedFile,
} from './grants.js';
import { completeDownloadGrant, renewDownloadGrant } from './renew-grant.js';
import { grantUnrecorded, unrecordedIds } from './unrecorded-grant.js';

/**
 * Returns the actor's grant for a file, with a slot of the actor and the client, and charged to the
 * actor's bytes (Spec 4.2, 8). A client that names its job continues that job, even if its grant
 * has expired. One statement renews a live grant, or completes a job that has all of its bytes.
 * Everything else is an admission. Each returned grant of an account has an audit line. While the
 * service refuses changes (`readOnly`), it stores nothing and returns the grant of
 * `grantUnrecorded`. Throws:
 * - over a limit: `download_rate_limited` with the stored job to retry with
 * - a job that does not belong to the actor and this file: `download_session_not_found`
 * - progress that decreases or exceeds the file: `invalid_input`
 * - a file that is not offered any more: `file_not_found`
 */
export async function openDownloadGrant(
  ctx: RequestContext,
  file: RequestedFile,
  named: DownloadJobInput | null,
): Promise<DownloadGrantRow> {
  if (ctx.platform.config.readOnly) return grantUnrecorded(ctx, file, named && jobOf(named));
  // A download that began while nothing could be recorded gets its job now.
  const isUnrecorded = named?.id === unrecordedIds(ctx, file).jobId;
  const job = named && !isUnrecorded ? jobOf(named) : null;
  const { grant, refusal } =
    (await continueWithoutAdmission(ctx, file, job)) ??
    (await asEffect(ctx, file, 'several', (tx) => admitDownload(tx, ctx, file, job)));
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

/**
 * Continues a job without a new slot: completes it if the client reports all bytes, else renews the
 * live grant. Returns null if an admission has to decide. Throws `invalid_input` for progress that
 * exceeds the file, and `download_session_not_found` if `completeDownloadGrant` returns null.
 */
async function continueWithoutAdmission(
  ctx: RequestContext,
  file: RequestedFile,
  job: NamedJob | null,
): Promise<Admission | null> {
  const bytesReceived = job?.bytesReceived ?? null;
  if (bytesReceived !== null && bytesReceived > file.sizeBytes) throw progressFault('too_large');
  const asAdmission = async (grant: Promise<DownloadGrantRow | null>) => {
    const found = await grant;
    return found && { grant: found, refusal: null };
  };
  if (job && bytesReceived === file.sizeBytes) {
    const ended = await asEffect(ctx, file, 'one', (db) =>
      asAdmission(completeDownloadGrant(db, ctx, file, job)),
    );
    if (!ended) throw problem('download_session_not_found');
    return ended;
  }
  if (!file.isLeased) return null;
  return asEffect(ctx, file, 'one', (db) => asAdmission(renewDownloadGrant(db, ctx, file, job)));
}

/** Whether a step is one statement, which is atomic by itself, or needs a transaction. */
type Statements = 'one' | 'several';

/**
 * Runs a step of a download. A step that leads to URLs is an effect of the idempotency key, and has
 * an audit line for an account. Anonymous callers have no line, because it would only repeat the
 * grant. A step after which the caller must wait is no effect and has no audit line.
 */
function asEffect<T extends Admission | null>(
  ctx: RequestContext,
  file: RequestedFile,
  statements: Statements,
  step: (db: Tx) => Promise<T>,
): Promise<T> {
  const isAnonymous = ctx.viewer.kind === 'anonymous';
  const isIssued = (result: T) => result !== null && !result.refusal;
  const write = async (db: Tx) => {
    const result = await step(db);
    if (result && isIssued(result) && !isAnonymous) {
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
  // An audit line is another statement.
  const run = statements === 'one' && isAnonymous ? writeOnce : transact;
  return run(ctx, write, subjectOf, isIssued);
}
