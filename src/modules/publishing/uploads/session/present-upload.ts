import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { LEGACY_UPLOAD_STATUS } from '../../../../registry/states.js';
import type { UploadSession } from './upload.type.js';
import type { UploadInstructions } from './upload-instructions.type.js';

/** Maps a stored session to the contract (Spec 2.9). */
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
