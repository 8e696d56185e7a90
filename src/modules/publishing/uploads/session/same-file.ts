import type { Tx } from '../../../../platform/database/connect.js';
import type { Prisma } from '../../../../platform/database/generated/client.js';
import type { UploadState, VersionState } from '../../../../platform/database/generated/enums.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';

/** The columns that identify the file of an upload within its version. */
type FileIdentity = Pick<UploadSessionModel, 'versionId' | 'fileKind' | 'filename' | 'label'>;

/**
 * Matches the uploads of the same file. A version has one main file. It may have many optional
 * ones. Two optional uploads are the same file if their names and labels are equal, because players
 * could not distinguish them (docs/decisions/0040-replaced-uploads.md).
 */
export function sameFile(file: FileIdentity): Prisma.UploadSessionWhereInput {
  const { versionId, fileKind, filename, label } = file;
  return { versionId, fileKind, ...(fileKind === 'main' ? {} : { filename, label }) };
}

/** States of an upload whose bytes a worker is checking, or is about to check. */
const IN_CHECKS: readonly UploadState[] = ['uploaded', 'validating', 'scanning'];

/** States of an upload whose bytes have all arrived and whose outcome is open. */
export const UNDER_WAY: readonly UploadState[] = [...IN_CHECKS, 'quarantined'];

/** The members of a version that decide whether its main file can be replaced. */
interface Replaced {
  readonly id: string;
  readonly state: VersionState;
  readonly primaryArtifactId: string | null;
}

/**
 * Whether a version with a main file accepts another one. The upload of the present main file must
 * be `ready` or `quarantined`, and no main upload may be in checks. An upload never replaces a
 * newer one: `uploadId` names the replacing upload, and null one that does not exist yet. An
 * external file cannot be replaced, because it has no upload.
 */
export async function isReplaceable(
  db: Tx,
  version: Replaced,
  uploadId: string | null = null,
): Promise<boolean> {
  if (!['ready', 'validating', 'scanning'].includes(version.state)) return false;
  const uploads = await db.uploadSession.findMany({
    where: {
      versionId: version.id,
      fileKind: 'main',
      state: { in: [...IN_CHECKS, 'quarantined', 'ready'] },
    },
    select: { id: true, state: true, artifactId: true },
  });
  if (uploads.some(({ state }) => IN_CHECKS.includes(state))) return false;
  if (uploadId !== null && uploads.some(({ id }) => id > uploadId)) return false;
  return version.state === 'ready'
    ? uploads.some(({ artifactId }) => artifactId === version.primaryArtifactId)
    : uploads.some(({ state }) => state === 'quarantined');
}
