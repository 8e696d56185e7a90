import type { Prisma } from '../../../../platform/database/generated/client.js';
import type { UploadState } from '../../../../platform/database/generated/enums.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';

/** The columns that tell which file of a version an upload brings. */
export type FileIdentity = Pick<
  UploadSessionModel,
  'versionId' | 'fileKind' | 'filename' | 'label'
>;

/**
 * The uploads that bring the same file of a version. A version has one main file. It may have many
 * optional ones, so two optional uploads bring the same file only if players could not tell them
 * apart: same file name and same label (docs/decisions/0040-replaced-uploads.md).
 */
export function sameFile(file: FileIdentity): Prisma.UploadSessionWhereInput {
  const { versionId, fileKind, filename, label } = file;
  return { versionId, fileKind, ...(fileKind === 'main' ? {} : { filename, label }) };
}

/** States of an upload whose bytes a worker is checking, or is about to check. */
export const IN_CHECKS: readonly UploadState[] = ['uploaded', 'validating', 'scanning'];

/** States of an upload whose bytes have all arrived and whose outcome is open. */
export const UNDER_WAY: readonly UploadState[] = [...IN_CHECKS, 'quarantined'];
