import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { problem } from '../../../../registry/errors.js';
import { LIFECYCLES, sources } from '../../../../registry/states.js';
import type { RequestContext } from '../../../../request/context.js';
import { transact } from '../../../../request/transact.js';
import { activityWindowFrom, bytesOfParts, leaseFrom } from './sign-upload.js';
import { firstParts } from './strategy.js';

/**
 * Opens a multipart upload in the store, after its row was committed. Returns a single-PUT or
 * already opened session unchanged. If two requests open the same session, the second one aborts
 * its own multipart upload. Rethrows errors of the store; the session then stays a draft, and a
 * retry opens it.
 */
export async function openParts(
  ctx: RequestContext,
  row: UploadSessionModel,
): Promise<UploadSessionModel> {
  const { storage, db, clock } = ctx.platform;
  const { id, stagingKey, contentType, partSizeBytes } = row;
  if (row.state !== 'draft' || partSizeBytes === null) return row;
  const multipartId = await storage.createMultipart(stagingKey, {
    contentType,
    sizeBytes: Number(row.sizeBytes),
    partSizeBytes,
  });
  const now = clock.now();
  const [opened] = await transact(ctx, (tx) =>
    tx.uploadSession.updateManyAndReturn({
      where: { id, state: { in: sources(LIFECYCLES.uploadSession, 'open') } },
      data: {
        state: LIFECYCLES.uploadSession.events.open.to,
        multipartId,
        signedBytes: bytesOfParts(row, firstParts(row)),
        partsInFlight: firstParts(row),
        leaseUntil: leaseFrom(now),
        expiresAt: activityWindowFrom(now),
        updatedAt: now,
      },
    }),
  );
  if (opened) return opened;
  await storage.abortMultipart(stagingKey, multipartId);
  const current = await db.uploadSession.findUniqueOrThrow({ where: { id } });
  if (current.state !== 'uploading') throw problem('session_not_uploading');
  return current;
}
