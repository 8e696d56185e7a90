import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { problem } from '../../../../registry/errors.js';
import { LIMITS } from '../../../../registry/limits.js';
import type { RequestContext } from '../../../../request/context.js';
import { transact } from '../../../../request/transact.js';
import { extendLease, holdUpload } from './extend-lease.js';
import { forSession } from './for-session.js';
import { tooManyParts, withParts } from './parts-in-flight.js';
import { readUpload, requireUploading } from './read-upload.js';
import { signParts } from './sign-upload.js';
import { confirmedParts } from './stored-parts.js';
import type { SignedParts } from './upload-instructions.type.js';

/**
 * Signs up to four parts of a multipart session (Spec 4.4, 8).
 * Throws `session_not_multipart`, `session_not_uploading`, `session_expired`,
 * `invalid_part_numbers` for none, too many, repeated or impossible numbers, and `rate_limited`
 * where more than four parts would be in flight: nothing is signed or written then. Throws
 * `StoreUnavailable` where only the store can tell and does not.
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
    const renewed = await handOut(ctx, row, partNumbers);
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
    throw problem('invalid_part_numbers');
  }
}

/**
 * Notes that parts are in flight. The store is asked what it confirms only where they would not fit
 * without knowing, and outside of the transaction: what it confirmed once it does not lose, so the
 * row that is found then decides.
 */
async function handOut(
  ctx: RequestContext,
  row: UploadSessionModel,
  signed: readonly number[],
  confirmed?: ReadonlySet<number>,
): Promise<UploadSessionModel> {
  const renewed = await transact(ctx, async (tx) => {
    const upload = await holdUpload(tx, ctx, row.id);
    const inFlight = withParts(upload, signed, confirmed);
    if (inFlight) return extendLease(tx, ctx, upload, { signed, inFlight }, 'upload.parts_signed');
    if (confirmed) throw tooManyParts(upload, confirmed);
    return null;
  });
  return renewed ?? handOut(ctx, row, signed, await confirmedParts(ctx, row));
}
