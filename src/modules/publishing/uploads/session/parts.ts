import { fieldsOf } from '../../../../platform/database/columns.js';
import { Prisma } from '../../../../platform/database/generated/client.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { PREPARED } from '../../../../platform/database/queries.js';
import { ObjectMissing, type StoredPart } from '../../../../platform/storage/storage.port.js';
import { LIFECYCLES, sources } from '../../../../registry/states.js';
import type { RequestContext } from '../../../../request/context.js';
import { keyLost, marking } from '../../../../request/mark-effect.js';
import { type MarkedWrite, writeMarked } from '../../../../request/transact.js';
import { notUploading } from './session-refusals.js';
import {
  activityWindowFrom,
  allParts,
  bytesOfParts,
  firstParts,
  leaseFrom,
  partBytes,
} from './sign-upload.js';
import type { UploadProgress } from './upload.type.js';

/** The columns of the session are null if this statement did not open it. */
interface OpenedRow extends UploadSessionModel, MarkedWrite {
  readonly isOpened: boolean;
}

/**
 * Opens a multipart upload in the store, after its row was committed. Returns a session that is no
 * draft, or has no parts, unchanged. If two requests open the same session, the second one aborts
 * its own multipart upload and returns the opened session. Rethrows errors of the store; the
 * session then stays a draft, and a retry opens it. Throws `session_not_uploading` if the session
 * ends meanwhile, and `idempotency_in_progress` if another request took over the idempotency key.
 */
export async function openParts(
  ctx: RequestContext,
  row: UploadSessionModel,
): Promise<UploadSessionModel> {
  const { claim } = ctx;
  const { storage, db, clock } = ctx.platform;
  const { id, stagingKey, contentType, partSizeBytes } = row;
  if (row.state !== 'draft' || partSizeBytes === null) return row;
  const multipartId = await storage.createMultipart(stagingKey, {
    contentType,
    sizeBytes: Number(row.sizeBytes),
    partSizeBytes,
  });
  const now = clock.now();
  const parts = firstParts(row);
  const { isWritten, isOpened, ...opened } = await writeMarked<OpenedRow>(
    ctx,
    (db) => db.$queryRaw`${PREPARED}
      with marked as (${marking(claim, null)} returning key),
      written as (select where ${claim === null}::boolean or exists (select from marked)),
      opened as (
        update upload_sessions set state = ${LIFECYCLES.uploadSession.events.open.to}::"UploadState",
          multipart_id = ${multipartId}, signed_bytes = ${bytesOfParts(row, parts)},
          parts_in_flight = ${parts}, lease_until = ${leaseFrom(now)},
          expires_at = ${activityWindowFrom(now)}, updated_at = ${now}, revision = revision + 1
        where id = ${id}::uuid and exists (select from written)
          and state = any(${sources(LIFECYCLES.uploadSession, 'open')}::"UploadState"[])
        returning ${fieldsOf(Prisma.UploadSessionScalarFieldEnum)})
      select exists (select from written) as "isWritten",
        exists (select from opened) as "isOpened", opened.*
      from (select) one left join opened on true`,
  );
  if (!isWritten) throw keyLost();
  if (isOpened) return opened;
  await storage.abortMultipart(stagingKey, multipartId);
  const current = await db.uploadSession.findUniqueOrThrow({ where: { id } });
  if (current.state !== 'uploading') throw notUploading(current.state);
  return current;
}

/**
 * The parts that the store holds but has not joined. Null if the multipart upload is completed or
 * aborted. Throws `StoreUnavailable`.
 */
async function openPartsOf(
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
 * completed or aborted, these are all parts, because it accepts no more bytes. Empty for a single
 * PUT or a draft. Throws `StoreUnavailable`.
 */
export async function confirmedParts(
  ctx: RequestContext,
  row: UploadSessionModel,
): Promise<ReadonlySet<number>> {
  if (row.multipartId === null) return new Set();
  const open = await openPartsOf(ctx, row, row.multipartId);
  if (open === null) return new Set(allParts(row));
  const whole = open.filter((part) => part.sizeBytes === partBytes(row, part.partNumber));
  return new Set(whole.map(({ partNumber }) => partNumber));
}

type StoredBytes = Pick<UploadProgress, 'completedParts' | 'uploadedBytes'>;

/**
 * Reads the progress from the store. If the store does not respond, `available` is false and the
 * counts are 0. A completed upload has 100 percent and an empty list of parts, without a request to
 * the store.
 */
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
    const { completedParts, uploadedBytes } = await readStoredBytes(ctx, row);
    const percent = Math.floor((uploadedBytes * 100) / sizeBytes);
    return { uploadedBytes, percent, totalParts, completedParts, available: true };
  } catch (error) {
    ctx.platform.log.warn(
      { err: error, upload: row.id },
      'the progress of an upload could not be read',
    );
    return { uploadedBytes: 0, percent: 0, totalParts, completedParts: [], available: false };
  }
}

/** The stored bytes: open parts, or the whole object. Zero for a draft and for removed bytes. */
async function readStoredBytes(ctx: RequestContext, row: UploadSessionModel): Promise<StoredBytes> {
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
