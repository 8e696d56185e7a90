import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { ObjectMissing, type StoredPart } from '../../../../platform/storage/storage.port.js';
import type { RequestContext } from '../../../../request/context.js';
import { allParts, partBytes } from './strategy.js';

/**
 * The parts that the store holds but has not joined. Null if the multipart upload is completed or
 * aborted. Throws `StoreUnavailable`.
 */
export async function openPartsOf(
  ctx: RequestContext,
  { stagingKey }: UploadSessionModel,
  multipartId: string,
): Promise<StoredPart[] | null> {
  try {
    return await ctx.platform.storage.listParts(stagingKey, multipartId);
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

/**
 * The numbers of the parts that the store confirms with their full size. If the multipart upload is
 * completed or aborted, these are all parts, because it accepts no more bytes. Throws
 * `StoreUnavailable`.
 */
export async function confirmedParts(
  ctx: RequestContext,
  row: UploadSessionModel,
): Promise<ReadonlySet<number>> {
  if (row.multipartId === null) return new Set();
  const held = await openPartsOf(ctx, row, row.multipartId);
  if (held === null) return new Set(allParts(row));
  const whole = held.filter((part) => part.sizeBytes === partBytes(row, part.partNumber));
  return new Set(whole.map(({ partNumber }) => partNumber));
}
