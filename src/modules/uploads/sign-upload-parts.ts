import type { UploadSessionModel } from '../../platform/database/generated/models.js';
import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { forSession } from './for-session.js';
import { readUpload, requireUploading } from './read-upload.js';
import { extendLease } from './renew-upload.js';
import { bytesOfParts, signParts } from './sign-upload.js';
import type { SignedParts } from './upload-instructions.type.js';

/**
 * Signs up to four parts of a multipart session (Spec 4.4, 8).
 * Throws `session_not_multipart`, `session_not_uploading`, `session_expired`, and
 * `invalid_part_numbers` for none, too many, repeated or impossible numbers.
 */
export async function signUploadParts(
  ctx: RequestContext,
  id: string,
  partNumbers: readonly number[],
): Promise<SignedParts> {
  const row = await readUpload(ctx, id);
  return forSession(row, () => signThese(ctx, row, partNumbers));
}

async function signThese(
  ctx: RequestContext,
  row: UploadSessionModel,
  partNumbers: readonly number[],
): Promise<SignedParts> {
  if (row.strategy !== 'multipart') throw problem('session_not_multipart');
  requireUploading(ctx, row);
  const distinct = new Set(partNumbers);
  const possible = partNumbers.every((number) => number >= 1 && number <= row.totalParts);
  const count = partNumbers.length;
  if (count < 1 || count > LIMITS.signedPartsPerRequest || distinct.size < count || !possible) {
    throw problem('invalid_part_numbers');
  }
  const bytes = bytesOfParts(row, partNumbers);
  const renewed = await extendLease(ctx, row, bytes, 'upload.parts_signed');
  const parts = await signParts(ctx, renewed, partNumbers);
  return { uploadId: row.id, supportCorrelationId: row.correlationId, parts };
}
