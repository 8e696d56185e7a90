import type { UploadState } from '../../../../platform/database/generated/enums.js';
import { LIMITS } from '../../../../registry/limits.js';
import type { RequestContext } from '../../../../request/context.js';

/** An upload in the operator's list. */
export interface ListedUpload {
  readonly upload_id: string;
  readonly lifecycleStatus: UploadState;
  readonly mod_id: string;
  readonly mod_slug: string;
  readonly version_id: string;
  readonly version: string;
  readonly artifact_id: string;
  readonly file_kind: string;
  readonly filename: string;
  readonly size_bytes: number;
  readonly username: string;
  readonly review_reasons: readonly string[];
  readonly failure_code: string | null;
  readonly created_at: string;
  readonly review_since: string | null;
}

/**
 * The uploads of all mods, for operator commands: newest first, but quarantined ones by longest
 * wait. At most `LIMITS.operatorListRows`; `hasMore` says whether there are more.
 */
export async function listAllUploads(
  { platform: { db } }: RequestContext,
  state?: UploadState,
): Promise<{ uploads: ListedUpload[]; hasMore: boolean }> {
  const rows = await db.uploadSession.findMany({
    ...(state ? { where: { state } } : {}),
    orderBy:
      state === 'quarantined'
        ? [{ reviewSince: 'asc' }, { id: 'asc' }]
        : [{ createdAt: 'desc' }, { id: 'desc' }],
    take: LIMITS.operatorListRows + 1,
    include: {
      user: { select: { username: true } },
      version: { select: { version: true, mod: { select: { slug: true } } } },
    },
  });
  const uploads = rows.slice(0, LIMITS.operatorListRows).map((row) => ({
    upload_id: row.id,
    lifecycleStatus: row.state,
    mod_id: row.modId,
    mod_slug: row.version.mod.slug,
    version_id: row.versionId,
    version: row.version.version,
    artifact_id: row.artifactId,
    file_kind: row.fileKind,
    filename: row.filename,
    size_bytes: Number(row.sizeBytes),
    username: row.user.username,
    review_reasons: row.reviewReasons,
    failure_code: row.failureCode,
    created_at: row.createdAt.toISOString(),
    review_since: row.reviewSince?.toISOString() ?? null,
  }));
  return { uploads, hasMore: rows.length > LIMITS.operatorListRows };
}
