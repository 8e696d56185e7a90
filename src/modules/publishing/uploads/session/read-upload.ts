import type { Tx } from '../../../../platform/database/connect.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { can, type ModPermission } from '../../../../registry/access.js';
import { problem, RegisteredError } from '../../../../registry/errors.js';
import { LEGACY_UPLOAD_STATUS } from '../../../../registry/states.js';
import { requireUser } from '../../../../request/authorize.js';
import type { RequestContext } from '../../../../request/context.js';
import { isId } from '../../../../request/ids.js';
import { missing } from '../../../../request/missing.js';
import { audit } from '../../../../request/outbox.js';
import { outOfReach } from '../../../../request/refusals.js';
import { readModAccess } from '../../../collaboration/index.js';
import { notUploading } from './session-refusals.js';
import { activityWindowFrom, bytesOfParts, leaseFrom } from './sign-upload.js';
import type { UploadSession } from './upload.type.js';
import type { UploadInstructions } from './upload-transfer.type.js';

/**
 * Returns a session of a mod in whose team the viewer has the permission: `uploads` to work on it,
 * `read-drafts` to read it. Throws `unauthorized`, `session_not_found` for an unknown or foreign
 * session, `gone` if its mod or the session was deleted for good, and `resource_scope_denied` if the
 * credential is limited to other mods.
 */
export async function readUpload(
  ctx: RequestContext,
  id: string,
  permission: ModPermission = 'uploads',
): Promise<UploadSessionModel> {
  const viewer = requireUser(ctx);
  const row = isId(id) ? await ctx.platform.db.uploadSession.findUnique({ where: { id } }) : null;
  if (!row) throw await missing(ctx, id, 'session_not_found');
  const { role } = await readModAccess(ctx, row.modId, 'session_not_found');
  if (role === null || !can(role, permission)) throw problem('session_not_found');
  const { modIds } = viewer.credential;
  if (modIds && !modIds.includes(row.modId)) throw outOfReach(row.modId);
  return row;
}

/**
 * Requires that a session accepts bytes. Throws `session_expired` if its activity window ended
 * before the completion, and `session_not_uploading` for any other state than `uploading`.
 */
export function requireUploading(ctx: RequestContext, row: UploadSessionModel): void {
  const open = row.state === 'uploading';
  if (row.expired || (open && row.expiresAt <= ctx.platform.clock.now())) {
    throw problem('session_expired');
  }
  if (!open) throw notUploading(row.state);
}

/**
 * Runs work on a session that the viewer may see. Adds `supportCorrelationId`, which creators give
 * to support, to the registered errors of the work (Spec 2.9). Rethrows all errors.
 */
export async function forSession<T>(row: UploadSessionModel, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RegisteredError)) throw error;
    throw error.withFacts({ supportCorrelationId: row.correlationId });
  }
}

/**
 * Maps a stored session to the contract (Spec 2.9). `upload` has newly signed URLs; null if the
 * response contains none.
 */
export function presentUpload(
  row: UploadSessionModel,
  upload: UploadInstructions | null = null,
): UploadSession {
  return {
    row,
    id: row.id,
    lifecycleStatus: row.state,
    status: row.expired ? 'expired' : LEGACY_UPLOAD_STATUS[row.state],
    strategy: row.strategy,
    sizeBytes: Number(row.sizeBytes),
    filename: row.filename,
    fileKind: row.fileKind,
    modId: row.modId,
    versionId: row.versionId,
    artifactId: row.artifactId,
    review: {
      row,
      state: row.reviewState,
      reasons: row.reviewReasons,
      decidedAt: row.reviewedAt,
      publicNote: row.publicNote,
      rejectionReason: row.rejectionReason,
      supportCorrelationId: row.correlationId,
    },
    supersededBy: row.supersededById,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    supportCorrelationId: row.correlationId,
    upload,
  };
}

/** A locked session, and the time of the lock. */
interface LockedUpload {
  readonly session: UploadSessionModel;
  readonly now: Date;
}

/** The part numbers to sign, and those in flight afterwards. */
interface PartNumbers {
  readonly signed: readonly number[];
  readonly inFlight: number[];
}

/**
 * Locks the row of a session until the transaction ends, so that a concurrent call sees the URLs
 * that this one signs. Throws `session_not_uploading` if its state is not `uploading` any more.
 * Does not check its expiry.
 */
export async function lockUpload(tx: Tx, ctx: RequestContext, id: string): Promise<LockedUpload> {
  await tx.$queryRaw`select 1 from upload_sessions where id = ${id}::uuid for update`;
  const session = await tx.uploadSession.findUniqueOrThrow({ where: { id } });
  if (session.state !== 'uploading') throw notUploading(session.state);
  return { session, now: ctx.platform.clock.now() };
}

/**
 * Extends a session by another activity window. Records the expiry of its URLs (`leaseUntil`), the
 * parts in flight and the signed bytes, and writes the audit line `action`. `leaseUntil` never
 * becomes earlier.
 */
export async function extendLease(
  tx: Tx,
  ctx: RequestContext,
  { session, now }: LockedUpload,
  { signed, inFlight }: PartNumbers,
  action: 'upload.renewed' | 'upload.parts_signed',
): Promise<UploadSessionModel> {
  const lease = leaseFrom(now);
  const renewed = await tx.uploadSession.update({
    where: { id: session.id },
    data: {
      leaseUntil: lease > session.leaseUntil ? lease : session.leaseUntil,
      expiresAt: activityWindowFrom(now),
      partsInFlight: inFlight,
      signedBytes: { increment: bytesOfParts(session, signed) },
      updatedAt: now,
    },
  });
  await audit(tx, ctx, { action, targetKind: 'upload', targetId: session.id });
  return renewed;
}
