import { mediaTypeOf } from '../../../../archives/formats.js';
import type { Tx } from '../../../../platform/database/connect.js';
import type { Prisma } from '../../../../platform/database/generated/client.js';
import type {
  ModVersionModel,
  UploadSessionModel,
} from '../../../../platform/database/generated/models.js';
import { requireUser } from '../../../../request/authorize.js';
import type { RequestContext } from '../../../../request/context.js';
import { newId } from '../../../../request/ids.js';
import { audit } from '../../../../request/outbox.js';
import { goneObject } from '../../../../request/refusals.js';
import { transact } from '../../../../request/transact.js';
import { requireModPermission } from '../../../collaboration/index.js';
import { checkUpload, declaredSha256, refusalOf } from './check-upload.js';
import { lockVersion, readTarget, uploadFault } from './lock-version.js';
import { openParts } from './parts.js';
import { forSession, presentUpload } from './read-upload.js';
import { requireByteQuota } from './require-byte-quota.js';
import {
  activityWindowFrom,
  leaseFrom,
  planUpload,
  signUpload,
  stagingKeyOf,
  type UploadPlan,
} from './sign-upload.js';
import type { UploadInput } from './upload.input.js';
import type { UploadSession } from './upload.type.js';

/**
 * Reserves the upload of one file and signs its URLs. Spec 4.4, 8. Throws the code of the first
 * fault of `validateUpload`, and `rate_limited` if the daily byte quota is used up. Then nothing is
 * reserved and the store is not called. The row is committed before the store holds anything, so an
 * interrupted call leaves nothing unknown in the store.
 */
export async function createUpload(
  ctx: RequestContext,
  input: UploadInput,
): Promise<UploadSession> {
  const access = await requireModPermission(ctx, input.modId, 'uploads');
  const version = await readTarget(ctx, access, input.versionId);
  const fault = checkUpload(input)[0] ?? (await uploadFault(ctx, version, input));
  if (fault) throw refusalOf(fault);
  const plan = planUpload(ctx.platform.limits, input.sizeBytes);
  const id = newId();
  const contentType = input.contentType ?? mediaTypeOf(input.filename);
  const stagingKey = stagingKeyOf(id);
  const reserve = async (tx: Tx) => {
    await requireByteQuota(tx, ctx, input.sizeBytes);
    const session = sessionOf(ctx, input, version, plan);
    await tx.artifact.create({
      data: artifactOf(session.artifactId, id, input, version, contentType),
    });
    const created = await tx.uploadSession.create({
      data: { ...session, id, contentType, stagingKey },
    });
    await followVersion(tx, created, version.version);
    await audit(tx, ctx, {
      action: 'upload.accepted',
      targetKind: 'upload',
      targetId: id,
      data: { version_id: version.id, size_bytes: input.sizeBytes },
    });
    return created;
  };
  const reserved = await transact(ctx, reserve, () => id);
  return forSession(reserved, async () => {
    const row = await openParts(ctx, reserved);
    return presentUpload(row, await signUpload(ctx, row));
  });
}

/**
 * Follows a rename of the version since it was read. Locks the version's row, so a rename either
 * commits first and is applied here, or sees this file. The lock comes after the inserts, which
 * wait for the mod: publication also locks the mod first.
 */
async function followVersion(
  tx: Tx,
  { artifactId, versionId }: UploadSessionModel,
  seen: string,
): Promise<void> {
  const locked = await lockVersion(tx, versionId);
  if (!locked || locked.state === 'deleted') throw goneObject(versionId);
  if (locked.version === seen) return;
  const file = { id: artifactId, fileVersion: seen };
  await tx.artifact.updateMany({ where: file, data: { fileVersion: locked.version } });
}

/** A session of one PUT begins as `uploading`. With parts it is a draft until they are opened. */
function sessionOf(
  ctx: RequestContext,
  input: UploadInput,
  version: ModVersionModel,
  plan: UploadPlan,
) {
  const now = ctx.platform.clock.now();
  const { userId, credential } = requireUser(ctx);
  const isSingle = plan.strategy === 'single';
  return {
    ...plan,
    userId,
    clientId: credential.clientId,
    ciRunId: credential.ciRunId ?? null,
    modId: version.modId,
    versionId: version.id,
    artifactId: newId(),
    state: isSingle ? ('uploading' as const) : ('draft' as const),
    signedBytes: isSingle ? BigInt(input.sizeBytes) : 0n,
    partsInFlight: isSingle ? [1] : [],
    filename: input.filename,
    sizeBytes: BigInt(input.sizeBytes),
    expectedSha256: declaredSha256(input) ?? '',
    expectedSha512: input.expectedHashes?.sha512?.toLowerCase() ?? null,
    expectedSha1: input.expectedHashes?.sha1?.toLowerCase() ?? null,
    fileKind: input.fileKind ?? ('main' as const),
    label: input.label?.trim() || input.filename,
    // Plain input data in JSON form.
    archiveManifest: (input.archiveManifest ?? []) as unknown as Prisma.InputJsonArray,
    buildMetadata: (input.buildMetadata ?? {}) as Prisma.InputJsonObject,
    leaseUntil: leaseFrom(now),
    expiresAt: activityWindowFrom(now),
    correlationId: newId(),
    createdAt: now,
    updatedAt: now,
  };
}

/** Only an optional file may have a version of its own; others get that of the mod version. */
function artifactOf(
  id: string,
  uploadId: string,
  input: UploadInput,
  version: ModVersionModel,
  contentType: string,
) {
  const own = input.fileKind === 'optional' ? input.fileVersion?.trim() : undefined;
  return {
    id,
    uploadId,
    modId: version.modId,
    versionId: version.id,
    fileKind: input.fileKind ?? ('main' as const),
    fileVersion: own || version.version,
    label: input.label?.trim() || input.filename,
    originalFilename: input.filename,
    contentType,
    sizeBytes: BigInt(input.sizeBytes),
  };
}
