import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { LIMITS } from '../../../../registry/limits.js';
import type { RequestContext } from '../../../../request/context.js';
import { partBytes } from './strategy.js';
import type { SignedPart, UploadInstructions } from './upload-instructions.type.js';

/** When a URL that is signed now stops working: 15 minutes for parts and for a single PUT. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LIMITS.signedUploadLifetimeSeconds * 1000);
}

/** When a session ends unless something happens to it. */
export function activityWindowFrom(now: Date): Date {
  return new Date(now.getTime() + LIMITS.uploadActivitySeconds * 1000);
}

/** What the URLs of some parts let pass. */
export function bytesOfParts(row: UploadSessionModel, partNumbers: readonly number[]): bigint {
  return BigInt(partNumbers.reduce((sum, number) => sum + partBytes(row, number), 0));
}

/** Signs some parts of a session until the end of its lease. */
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
 * Signs what a client needs to begin, or to begin again: the single PUT, or the parts that the row
 * says are in flight. Until the end of its lease no others may be.
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
