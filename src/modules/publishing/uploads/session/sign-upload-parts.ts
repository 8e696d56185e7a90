import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { problem } from '../../../../registry/errors.js';
import { LIMITS } from '../../../../registry/limits.js';
import type { RequestContext } from '../../../../request/context.js';
import { transact } from '../../../../request/transact.js';
import { impossiblePartNumbers } from './part-refusals.js';
import { confirmedParts, openParts } from './parts.js';
import {
  extendLease,
  forSession,
  lockUpload,
  presentUpload,
  readUpload,
  requireUploading,
} from './read-upload.js';
import { inFlightAfter, partsToRenew, signParts, signUpload, tooManyParts } from './sign-upload.js';
import type { UploadSession } from './upload.type.js';
import type { SignedParts } from './upload-transfer.type.js';

/**
 * Signs up to four parts of a multipart session, extends its activity window and writes an audit
 * line (Spec 4.4, 8). Asks the store which parts have arrived only if more than four would be in
 * flight without that. Throws the errors of `readUpload`, and without any change:
 * - `session_not_multipart`, `session_not_uploading`, `session_expired`
 * - `invalid_part_numbers`: no, too many, repeated or impossible numbers
 * - `rate_limited`: more than four parts would be in flight
 * - `StoreUnavailable`: the decision needs the store, and it does not respond
 */
export async function signUploadParts(
  ctx: RequestContext,
  id: string,
  partNumbers: readonly number[],
): Promise<SignedParts> {
  const row = await readUpload(ctx, id);
  return forSession(row, async () => {
    if (row.strategy !== 'multipart') throw problem('session_not_multipart');
    requireUploading(ctx, row);
    requirePossible(row, partNumbers);
    const renewed = await recordInFlight(ctx, row, partNumbers);
    const parts = await signParts(ctx, renewed, partNumbers);
    return { uploadId: row.id, supportCorrelationId: row.correlationId, parts };
  });
}

/** Throws `invalid_part_numbers`. */
function requirePossible(row: UploadSessionModel, partNumbers: readonly number[]): void {
  const count = partNumbers.length;
  const isDistinct = new Set(partNumbers).size === count;
  const isPossible = partNumbers.every((number) => number >= 1 && number <= row.totalParts);
  if (count < 1 || count > LIMITS.signedPartsPerRequest || !isDistinct || !isPossible) {
    throw impossiblePartNumbers(row.totalParts);
  }
}

/**
 * Records parts as in flight. Asks the store for confirmed parts only if the limit requires it, and
 * outside of the transaction. This is safe: the store does not lose confirmed parts, and the second
 * transaction checks the row again.
 */
async function recordInFlight(
  ctx: RequestContext,
  row: UploadSessionModel,
  signed: readonly number[],
  confirmed?: ReadonlySet<number>,
): Promise<UploadSessionModel> {
  const renewed = await transact(ctx, async (tx) => {
    const upload = await lockUpload(tx, ctx, row.id);
    const inFlight = inFlightAfter(upload, signed, confirmed);
    if (inFlight) return extendLease(tx, ctx, upload, { signed, inFlight }, 'upload.parts_signed');
    if (confirmed) throw tooManyParts(upload, confirmed);
    return null;
  });
  return renewed ?? recordInFlight(ctx, row, signed, await confirmedParts(ctx, row));
}

/**
 * Signs the single PUT or at most four parts of an upload again, for a replayed create (Spec 4.4).
 * Parts in flight come first. Extends the activity window and writes an audit line. Also opens the
 * parts, if the first request stopped before. Returns a session that no longer accepts bytes
 * without instructions. Throws the errors of `readUpload` and `openParts`.
 */
export async function signUploadAgain(ctx: RequestContext, id: string): Promise<UploadSession> {
  const row = await readUpload(ctx, id);
  if (!['draft', 'uploading'].includes(row.state) || row.expiresAt <= ctx.platform.clock.now()) {
    return presentUpload(row);
  }
  return forSession(row, async () => {
    requireUploading(ctx, await openParts(ctx, row));
    const renewed = await transact(ctx, async (tx) => {
      const upload = await lockUpload(tx, ctx, id);
      const signed = partsToRenew(upload);
      return extendLease(tx, ctx, upload, { signed, inFlight: signed }, 'upload.renewed');
    });
    return presentUpload(renewed, await signUpload(ctx, renewed));
  });
}
