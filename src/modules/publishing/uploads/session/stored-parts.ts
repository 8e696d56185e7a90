import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { ObjectMissing, type StoredPart } from '../../../../platform/storage/storage.port.js';
import type { RequestContext } from '../../../../request/context.js';
import { allParts, partBytes } from './strategy.js';

/**
 * The parts of an upload that the store holds and has not joined yet; null where it has, or ended it.
 * Throws `StoreUnavailable`.
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
 * The numbers of the parts that the store confirms with their size, so that no byte of theirs is
 * awaited. Of an upload that it has joined or ended it takes none any more: these are all of them.
 * Throws `StoreUnavailable`.
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
