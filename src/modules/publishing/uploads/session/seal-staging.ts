import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import {
  ObjectExists,
  type ObjectHead,
  ObjectMissing,
  PartMismatch,
  type StoredPart,
} from '../../../../platform/storage/storage.port.js';
import { problem } from '../../../../registry/errors.js';
import type { RequestContext } from '../../../../request/context.js';
import {
  changedParts,
  incompleteParts,
  missingPart,
  otherPartBytes,
  otherPartSize,
  partsOfSinglePut,
} from './part-refusals.js';
import { otherSize, otherType } from './session-refusals.js';
import { partBytes } from './sign-upload.js';
import type { UploadedPartInput } from './upload.input.js';

/**
 * Ensures that the store holds the whole object, with the declared size and media type. The client
 * must list every part with its ETag, and each must match the part in the store. If an earlier
 * completion stopped after the store had joined the parts, `parts` is not read. A single PUT must
 * not list parts. Throws `session_not_uploaded` if the store has neither the object nor its
 * multipart upload. Also throws the refusals of parts, size and media type.
 */
export async function sealStaging(
  ctx: RequestContext,
  row: UploadSessionModel,
  parts: readonly UploadedPartInput[] | null,
): Promise<void> {
  const { storage } = ctx.platform;
  if (row.multipartId === null) {
    if (parts?.length) throw partsOfSinglePut();
    compareObject(row, await storage.head(row.stagingKey));
    return;
  }
  const existing = await storage.head(row.stagingKey);
  if (!existing) await joinParts(ctx, row, row.multipartId, namedParts(row, parts));
  compareObject(row, existing ?? (await storage.head(row.stagingKey)));
}

/**
 * Compares the stored parts and joins them. It is no error if another request has joined them, or
 * if the store does not know the multipart upload; the caller looks for the object.
 */
async function joinParts(
  ctx: RequestContext,
  row: UploadSessionModel,
  multipartId: string,
  named: readonly UploadedPartInput[],
): Promise<void> {
  const { stagingKey } = row;
  const { storage } = ctx.platform;
  try {
    const stored = await storage.listParts(stagingKey, multipartId);
    compareParts(row, named, stored);
    // Uses the store's own ETags, because clients send them with or without quotes.
    await storage.completeMultipart(stagingKey, multipartId, stored);
  } catch (error) {
    if (error instanceof ObjectExists || error instanceof ObjectMissing) return;
    if (error instanceof PartMismatch) throw changedParts(error);
    throw error;
  }
}

/** Compares size and media type in the store, before anything is read (Spec 4.4, 8). */
function compareObject(row: UploadSessionModel, head: ObjectHead | null): void {
  if (!head) throw problem('session_not_uploaded');
  if (BigInt(head.sizeBytes) !== row.sizeBytes) throw otherSize(row.sizeBytes, head.sizeBytes);
  if (head.contentType !== row.contentType) throw otherType(row.contentType, head.contentType);
}

/** Returns all parts by number; the client may list them in any order. Throws `invalid_parts`. */
function namedParts(
  row: UploadSessionModel,
  parts: readonly UploadedPartInput[] | null,
): UploadedPartInput[] {
  const sorted = [...(parts ?? [])].sort((a, b) => a.partNumber - b.partNumber);
  const complete =
    sorted.length === row.totalParts && sorted.every((part, at) => part.partNumber === at + 1);
  if (!complete) throw incompleteParts(row.totalParts);
  return sorted;
}

/**
 * Compares each part with the plan and with the client's list, before the store joins them (Spec
 * 4.4).
 */
function compareParts(
  row: UploadSessionModel,
  named: readonly UploadedPartInput[],
  inStore: readonly StoredPart[],
): void {
  const storedByNumber = new Map(inStore.map((part) => [part.partNumber, part]));
  for (const { partNumber, etag } of named) {
    const part = storedByNumber.get(partNumber);
    if (!part) throw missingPart(partNumber);
    const wanted = partBytes(row, partNumber);
    const stored = part.sizeBytes;
    if (stored !== wanted) throw otherPartSize(partNumber, { wanted, stored });
    if (unquoted(part.etag) !== unquoted(etag)) throw otherPartBytes(partNumber);
  }
}

/** Removes the optional quotes of an ETag. */
function unquoted(etag: string): string {
  return etag.replace(/^"|"$/g, '');
}
