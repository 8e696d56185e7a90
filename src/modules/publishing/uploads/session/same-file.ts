import type { Prisma } from '../../../../platform/database/generated/client.js';
import type { UploadState } from '../../../../platform/database/generated/enums.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';

/** The columns that identify the file of an upload within its version. */
export type FileIdentity = Pick<
  UploadSessionModel,
  'versionId' | 'fileKind' | 'filename' | 'label'
>;

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
export const IN_CHECKS: readonly UploadState[] = ['uploaded', 'validating', 'scanning'];

/** States of an upload whose bytes have all arrived and whose outcome is open. */
export const UNDER_WAY: readonly UploadState[] = [...IN_CHECKS, 'quarantined'];
