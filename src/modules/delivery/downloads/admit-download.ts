import type { Tx } from '../../../platform/database/connect.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import type { ByteBucket } from './byte-bucket.js';
import { chooseGrant } from './choose-grant.js';
import { type Decision, decideAdmission } from './decide-admission.js';
import { quotasOf } from './download-quotas.js';
import type { AskedFile, NamedJob } from './grant-row.js';
import { holdQuotas } from './hold-quotas.js';
import { isOffered } from './offered-blob.js';
import { readGrants } from './read-grants.js';
import { saveDecision } from './save-decision.js';

/** A job with its slot, or with the reason why it waits. */
export type Admission = Pick<Decision, 'grant' | 'refusal'>;

/** The input of an admission. */
type Asked = Omit<Parameters<typeof decideAdmission>[0], 'held' | 'grants' | 'known'>;

/**
 * Gives a download a slot and its bytes, or a job to wait with. The job is the one that the actor
 * names, the actor's job for this file, or a new one. The decision is exact: `holdQuotas` locks the
 * rows first, and later statements count under that lock. Throws `download_session_not_found`,
 * `invalid_input`, and `file_not_found` if the file is not offered any more.
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
  // A request without a job is for the file, not for the job that ended at this moment.
  const admission = (await admit()) ?? (job ? null : await admit());
  if (admission) return admission;
  const isThere = await isOffered(tx, { artifactId: file.id, blobId: file.blobId });
  throw problem(isThere ? 'download_session_not_found' : 'file_not_found');
}

/**
 * Rejects, without a lock, a waiting job for which there is still no room; returns null if there
 * is. A decision on recently committed data suffices for a rejection. Only an admission needs the
 * lock.
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
  // A replay by the idempotency key of the first request: it gets the completed job.
  if (known?.state === 'completed') return { grant: known, known, refusal: null, charged: null };
  return decideAdmission({ ...asked, held, grants, known });
}

/** Returns null if a concurrent transaction changed the grant. */
async function save(
  tx: Tx,
  { file: { sizeBytes }, now }: Asked,
  decision: Decision,
): Promise<Admission | null> {
  const grant = await saveDecision(tx, decision, { sizeBytes, now });
  return grant && { grant, refusal: decision.refusal };
}
