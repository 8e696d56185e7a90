import type { Tx } from '../../platform/database/connect.js';
import type { Prisma } from '../../platform/database/generated/client.js';
import type { ModVersionModel } from '../../platform/database/generated/models.js';
import { requireUser } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { newId } from '../../request/ids.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { requireModPermission } from '../teams/index.js';
import { checkUpload, declaredSha256, refusalOf } from './check-upload.js';
import { mediaTypeOf } from './inspection/formats.js';
import { presentUpload } from './present-upload.js';
import { activityWindowFrom, leaseFrom, signUpload } from './sign-upload.js';
import { planUpload, type UploadPlan } from './strategy.js';
import { readTarget, versionFault } from './target-version.js';
import type { UploadInput } from './upload.input.js';
import type { UploadSession } from './upload.type.js';

/**
 * Reserves the upload of one file and signs where its bytes go. Spec 4.4.
 * Throws the code of the first fault that `validateUpload` would tell; nothing is reserved then.
 * A multipart upload that was opened in the store for a transaction that failed is swept later.
 */
export async function createUpload(
  ctx: RequestContext,
  input: UploadInput,
): Promise<UploadSession> {
  const access = await requireModPermission(ctx, input.modId, 'uploads');
  const version = await readTarget(ctx, access, input.versionId);
  const fault = checkUpload(input)[0] ?? versionFault(version, input);
  if (fault) throw refusalOf(fault);
  const plan = planUpload(input.sizeBytes);
  const id = newId();
  const contentType = input.contentType ?? mediaTypeOf(input.filename);
  const stagingKey = `staging/${id}`;
  const multipartId =
    plan.partSizeBytes === null
      ? null
      : await ctx.platform.storage.createMultipart(stagingKey, {
          contentType,
          sizeBytes: input.sizeBytes,
          partSizeBytes: plan.partSizeBytes,
        });
  const reserve = async (tx: Tx) => {
    const session = sessionOf(ctx, input, version, plan);
    await tx.artifact.create({
      data: artifactOf(session.artifactId, id, input, version, contentType),
    });
    const created = await tx.uploadSession.create({
      data: { ...session, id, contentType, stagingKey, multipartId },
    });
    await audit(tx, ctx, {
      action: 'upload.accepted',
      targetKind: 'upload',
      targetId: id,
      data: { version_id: version.id, size_bytes: input.sizeBytes },
    });
    return created;
  };
  const row = await transact(ctx, reserve, () => id);
  return presentUpload(row, await signUpload(ctx, row));
}

function sessionOf(
  ctx: RequestContext,
  input: UploadInput,
  version: ModVersionModel,
  plan: UploadPlan,
) {
  const now = ctx.platform.clock.now();
  return {
    ...plan,
    userId: requireUser(ctx).userId,
    modId: version.modId,
    versionId: version.id,
    artifactId: newId(),
    state: 'uploading' as const,
    filename: input.filename,
    sizeBytes: BigInt(input.sizeBytes),
    expectedSha256: declaredSha256(input) ?? '',
    expectedSha512: input.expectedHashes?.sha512?.toLowerCase() ?? null,
    expectedSha1: input.expectedHashes?.sha1?.toLowerCase() ?? null,
    fileKind: input.fileKind ?? ('main' as const),
    label: input.label?.trim() || input.filename,
    // Plain data of the input, as JSON takes it.
    archiveManifest: (input.archiveManifest ?? []) as unknown as Prisma.InputJsonArray,
    buildMetadata: (input.buildMetadata ?? {}) as Prisma.InputJsonObject,
    leaseUntil: leaseFrom(now),
    expiresAt: activityWindowFrom(now),
    correlationId: newId(),
    createdAt: now,
    updatedAt: now,
  };
}

function artifactOf(
  id: string,
  uploadId: string,
  input: UploadInput,
  version: ModVersionModel,
  contentType: string,
) {
  return {
    id,
    uploadId,
    modId: version.modId,
    versionId: version.id,
    fileKind: input.fileKind ?? ('main' as const),
    fileVersion: version.version,
    label: input.label?.trim() || input.filename,
    originalFilename: input.filename,
    contentType,
    sizeBytes: BigInt(input.sizeBytes),
  };
}
