import type { UploadSessionModel } from '../../platform/database/generated/models.js';
import {
  ObjectExists,
  ObjectMissing,
  PartMismatch,
  type StoredPart,
} from '../../platform/storage/storage.port.js';
import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import { partBytes } from './strategy.js';
import type { UploadedPartInput } from './upload.input.js';

/**
 * Makes sure that the store holds the whole object: what the store says counts, not what the
 * client remembers. A completion that was cut off after the store had joined the parts finds the
 * object and goes on.
 */
export async function sealStaging(
  ctx: RequestContext,
  row: UploadSessionModel,
  parts: readonly UploadedPartInput[] | null,
): Promise<void> {
  const { storage } = ctx.platform;
  if (row.multipartId === null) {
    if (parts?.length) throw problem('invalid_parts');
    if (!(await storage.head(row.stagingKey))) throw problem('session_not_uploaded');
    return;
  }
  const named = namedParts(row, parts);
  if (await storage.head(row.stagingKey)) return;
  compareParts(row, named, await heldParts(ctx, row.stagingKey, row.multipartId));
  try {
    await storage.completeMultipart(row.stagingKey, row.multipartId, named);
  } catch (error) {
    if (error instanceof ObjectExists) return;
    if (error instanceof PartMismatch)
      throw problem('invalid_parts', { status: 409, cause: error });
    throw error;
  }
}

/** The parts in order: all of them, each once. Throws `invalid_parts`. */
function namedParts(
  row: UploadSessionModel,
  parts: readonly UploadedPartInput[] | null,
): UploadedPartInput[] {
  const sorted = [...(parts ?? [])].sort((a, b) => a.partNumber - b.partNumber);
  const complete =
    sorted.length === row.totalParts && sorted.every((part, at) => part.partNumber === at + 1);
  if (!complete) throw problem('invalid_parts');
  return sorted;
}

async function heldParts(
  ctx: RequestContext,
  key: string,
  multipartId: string,
): Promise<StoredPart[]> {
  try {
    return await ctx.platform.storage.listParts(key, multipartId);
  } catch (error) {
    if (error instanceof ObjectMissing) throw problem('session_not_uploaded', { cause: error });
    throw error;
  }
}

/** Each part exactly as planned and as named, before the store is asked to join them (Spec 4.4). */
function compareParts(
  row: UploadSessionModel,
  named: readonly UploadedPartInput[],
  held: readonly StoredPart[],
): void {
  const heldByNumber = new Map(held.map((part) => [part.partNumber, part]));
  for (const { partNumber, etag } of named) {
    const part = heldByNumber.get(partNumber);
    if (!part) throw problem('invalid_parts', { status: 409 });
    if (part.sizeBytes !== partBytes(row, partNumber)) throw problem('part_size_mismatch');
    if (unquoted(part.etag) !== unquoted(etag)) throw problem('part_checksum_mismatch');
  }
}

/** Clients give ETags back with or without their quotes. */
function unquoted(etag: string): string {
  return etag.replace(/^"|"$/g, '');
}
