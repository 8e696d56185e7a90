import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { LIMITS } from '../../../../registry/limits.js';
import type { RequestContext } from '../../../../request/context.js';
import { partBytes } from './strategy.js';
import type { SignedPart, UploadInstructions } from './upload-instructions.type.js';

/** The expiry of a URL signed now: 15 minutes for parts and for a single PUT. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LIMITS.signedUploadLifetimeSeconds * 1000);
}

/** The end of an idle session. */
export function activityWindowFrom(now: Date): Date {
  return new Date(now.getTime() + LIMITS.uploadActivitySeconds * 1000);
}

/** The bytes that the URLs of some parts allow. */
export function bytesOfParts(row: UploadSessionModel, partNumbers: readonly number[]): bigint {
  return BigInt(partNumbers.reduce((sum, number) => sum + partBytes(row, number), 0));
}

/** Signs some parts of a session, valid until the end of its lease. */
export function signParts(
  ctx: RequestContext,
  row: UploadSessionModel,
  partNumbers: readonly number[],
): Promise<SignedPart[]> {
  const { multipartId, stagingKey, leaseUntil } = row;
  if (multipartId === null) throw new Error(`upload ${row.id} has no parts`);
  return Promise.all(
    partNumbers.map(async (partNumber) => {
      const part = { partNumber, sizeBytes: partBytes(row, partNumber) };
      const signed = await ctx.platform.storage.signPart(stagingKey, multipartId, part, leaseUntil);
      return { ...part, ...signed };
    }),
  );
}

/**
 * Signs the first URLs of an upload: the single PUT, or the parts that the row records as in
 * flight. Until the lease ends, no other parts may be in flight.
 */
export async function signUpload(
  ctx: RequestContext,
  row: UploadSessionModel,
): Promise<UploadInstructions> {
  if (row.strategy === 'single') {
    const object = { sizeBytes: Number(row.sizeBytes), contentType: row.contentType };
    return { ...(await ctx.platform.storage.signPut(row.stagingKey, object, row.leaseUntil)) };
  }
  return {
    partSizeBytes: row.partSizeBytes,
    totalParts: row.totalParts,
    concurrency: LIMITS.partConcurrency,
    parts: await signParts(ctx, row, row.partsInFlight),
  };
}
