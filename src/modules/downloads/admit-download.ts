import type { Tx } from '../../platform/database/connect.js';
import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import type { ByteBucket } from './byte-bucket.js';
import { chooseGrant } from './choose-grant.js';
import { type Decision, decideAdmission } from './decide-admission.js';
import { quotasOf } from './download-quotas.js';
import type { AskedFile, NamedJob } from './grant-row.js';
import { holdQuotas } from './hold-quotas.js';
import { isOffered } from './offered-blob.js';
import { readGrants } from './read-grants.js';
import { saveDecision } from './save-decision.js';

/** A job with its place, or with why it waits for one. */
export type Admission = Pick<Decision, 'grant' | 'refusal'>;

/** Who asks for what: all that an admission begins with. */
type Asked = Omit<Parameters<typeof decideAdmission>[0], 'held' | 'grants' | 'known'>;

/**
 * Gives a download a place and its bytes, or a job to wait with: the one that the actor names, the
 * one that they have for this file, or a new one. Exact, because all that is counted is counted under
 * the rows that `holdQuotas` holds, by statements that begin after it.
 * Throws `download_session_not_found`, `invalid_input`, and `file_not_found` where the file is not
 * offered any more.
 */
export async function admitDownload(
  tx: Tx,
  ctx: RequestContext,
  file: AskedFile,
  job: NamedJob | null,
): Promise<Admission> {
  const now = ctx.platform.clock.now();
  const asked = { ctx, file, job, quotas: quotasOf(ctx), now };
  const again = file.isWaiting ? await refuseAgain(tx, asked) : null;
  if (again) return again;
  const held = await holdQuotas(tx, asked.quotas, now);
  const admit = async () => save(tx, asked, await decide(tx, asked, held));
  // Who names no job asks for the file, and not for the one that ended at this moment.
  const admission = (await admit()) ?? (job ? null : await admit());
  if (admission) return admission;
  const isThere = await isOffered(tx, { artifactId: file.id, blobId: file.blobId });
  throw problem(isThere ? 'download_session_not_found' : 'file_not_found');
}

/**
 * Refuses, without holding a row, who waits and comes back while there is still no room; null where
 * there is some. What was committed a moment ago is as true as what is counted under the rows: it takes
 * them only to give something out.
 */
async function refuseAgain(tx: Tx, asked: Asked): Promise<Admission | null> {
  const { quotas, now } = asked;
  const bucket = await tx.downloadBucket.findUnique({ where: { key: quotas.actor.holder } });
  const decision = await decide(tx, asked, bucket ?? { spentBytes: 0n, asOf: now });
  const waits = decision.known?.state === 'waiting' && decision.refusal !== null;
  return waits ? save(tx, asked, decision) : null;
}

async function decide(tx: Tx, asked: Asked, held: ByteBucket): Promise<Decision> {
  const { ctx, quotas, file, job, now } = asked;
  const grants = await readGrants(tx, quotas, file, job, now);
  const known = chooseGrant(ctx, grants, file, job, now);
  // Asked for once more by the key of its first request: what it has is all there is.
  if (known?.state === 'completed') return { grant: known, known, refusal: null, charged: null };
  return decideAdmission({ ...asked, held, grants, known });
}

/** Null where the grant that was to go on went elsewhere meanwhile. */
async function save(
  tx: Tx,
  { file: { sizeBytes }, now }: Asked,
  decision: Decision,
): Promise<Admission | null> {
  const grant = await saveDecision(tx, decision, { sizeBytes, now });
  return grant && { grant, refusal: decision.refusal };
}
