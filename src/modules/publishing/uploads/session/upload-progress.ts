import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import type { RequestContext } from '../../../../request/context.js';
import { openPartsOf } from './stored-parts.js';
import type { UploadProgress } from './upload.type.js';

type Held = Pick<UploadProgress, 'completedParts' | 'uploadedBytes'>;

/** Reads the progress from the store; unknown if the store does not respond. */
export async function progressOf(
  ctx: RequestContext,
  row: UploadSessionModel,
): Promise<UploadProgress> {
  const { totalParts } = row;
  const sizeBytes = Number(row.sizeBytes);
  if (row.completedAt) {
    return {
      uploadedBytes: sizeBytes,
      percent: 100,
      totalParts,
      completedParts: [],
      available: true,
    };
  }
  try {
    const { completedParts, uploadedBytes } = await heldBytes(ctx, row);
    const percent = Math.floor((uploadedBytes * 100) / sizeBytes);
    return { uploadedBytes, percent, totalParts, completedParts, available: true };
  } catch (error) {
    ctx.platform.log.warn({ err: error, upload: row.id }, 'progress unknown');
    return { uploadedBytes: 0, percent: 0, totalParts, completedParts: [], available: false };
  }
}

/** The stored bytes: parts, or the whole object. */
async function heldBytes(ctx: RequestContext, row: UploadSessionModel): Promise<Held> {
  const { storage } = ctx.platform;
  if (row.state === 'draft' || row.cleanedAt) return { completedParts: [], uploadedBytes: 0 };
  const open = row.multipartId === null ? null : await openPartsOf(ctx, row, row.multipartId);
  if (open) {
    const uploadedBytes = open.reduce((sum, part) => sum + part.sizeBytes, 0);
    return { completedParts: open, uploadedBytes };
  }
  const head = await storage.head(row.stagingKey);
  if (!head) return { completedParts: [], uploadedBytes: 0 };
  const { etag, sizeBytes } = head;
  const whole = row.multipartId === null ? [{ partNumber: 1, etag, sizeBytes }] : [];
  return { completedParts: whole, uploadedBytes: sizeBytes };
}
