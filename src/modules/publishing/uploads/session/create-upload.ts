import { mediaTypeOf } from '../../../../archives/formats.js';
import { requireUser } from '../../../../request/authorize.js';
import type { RequestContext } from '../../../../request/context.js';
import { newId } from '../../../../request/ids.js';
import { checkUpload, declaredSha256, refusalOf } from './check-upload.js';
import { readUploadTarget, type TargetVersion, uploadFault } from './lock-version.js';
import { openParts } from './parts.js';
import { forSession, presentUpload } from './read-upload.js';
import { type NewUploadRows, reserveUpload } from './reserve-upload.js';
import {
  activityWindowFrom,
  leaseFrom,
  planUpload,
  signUpload,
  stagingKeyOf,
} from './sign-upload.js';
import type { UploadInput } from './upload.input.js';
import type { UploadSession } from './upload.type.js';

/**
 * Reserves the upload of one file, with the row of the file and an audit line, and signs its URLs.
 * An upload in parts is also opened in the store. Spec 4.4, 8. The row is committed before the
 * store holds anything, so an interrupted call leaves no unknown object there.
 *
 * Throws the errors of `readUploadTarget`, the code of the first fault that `validateUpload` would
 * list, and the errors of `reserveUpload`, such as `rate_limited`. After these errors nothing is
 * reserved, and the store was not called. Also throws the errors of `openParts`; a repeated create
 * continues (`signUploadAgain`).
 */
export async function createUpload(
  ctx: RequestContext,
  input: UploadInput,
): Promise<UploadSession> {
  const version = await readUploadTarget(ctx, input);
  const fault = checkUpload(input)[0] ?? (await uploadFault(ctx, version, input));
  if (fault) throw refusalOf(fault);
  const reserved = await reserveUpload(ctx, version, rowsOf(ctx, input, version));
  return forSession(reserved, async () => {
    const row = await openParts(ctx, reserved);
    return presentUpload(row, await signUpload(ctx, row));
  });
}

function rowsOf(ctx: RequestContext, input: UploadInput, version: TargetVersion): NewUploadRows {
  const session = sessionOf(ctx, input, version);
  const line = {
    action: 'upload.accepted',
    targetKind: 'upload',
    targetId: session.id,
    data: { version_id: version.id, size_bytes: input.sizeBytes },
  };
  return { session, file: fileOf(session, input, version), line };
}

/**
 * A session with a single PUT begins as `uploading`. One with parts is a draft until `openParts`.
 */
function sessionOf(ctx: RequestContext, input: UploadInput, version: TargetVersion) {
  const plan = planUpload(ctx.platform.limits, input.sizeBytes);
  const id = newId();
  const now = ctx.platform.clock.now();
  const { userId, credential } = requireUser(ctx);
  const isSingle = plan.strategy === 'single';
  return {
    ...plan,
    id,
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
    contentType: input.contentType ?? mediaTypeOf(input.filename),
    stagingKey: stagingKeyOf(id),
    sizeBytes: BigInt(input.sizeBytes),
    expectedSha256: declaredSha256(input) ?? '',
    expectedSha512: input.expectedHashes?.sha512?.toLowerCase() ?? null,
    expectedSha1: input.expectedHashes?.sha1?.toLowerCase() ?? null,
    fileKind: input.fileKind ?? ('main' as const),
    label: input.label?.trim() || input.filename,
    archiveManifest: JSON.stringify(input.archiveManifest ?? []),
    buildMetadata: JSON.stringify(input.buildMetadata ?? {}),
    leaseUntil: leaseFrom(now),
    expiresAt: activityWindowFrom(now),
    correlationId: newId(),
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Only an optional file may have a version string of its own; others get that of the mod version.
 */
function fileOf(
  session: ReturnType<typeof sessionOf>,
  input: UploadInput,
  { version }: TargetVersion,
): NewUploadRows['file'] {
  const { modId, versionId, fileKind, label, filename, contentType, sizeBytes } = session;
  const own = fileKind === 'optional' ? input.fileVersion?.trim() : undefined;
  return {
    modId,
    versionId,
    fileKind,
    label,
    contentType,
    sizeBytes,
    id: session.artifactId,
    uploadId: session.id,
    fileVersion: own || version,
    originalFilename: filename,
    createdAt: session.createdAt,
    updatedAt: session.createdAt,
  };
}
