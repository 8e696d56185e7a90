import type { Tx } from '../../../../platform/database/connect.js';
import type { VersionState } from '../../../../platform/database/generated/enums.js';
import { IN_CHECKS } from './same-file.js';

/** The fields of a version that decide whether its main file can be replaced. */
interface Replaced {
  readonly id: string;
  readonly state: VersionState;
  readonly primaryArtifactId: string | null;
}

/**
 * Whether a version with a main file accepts another one. Its upload must be `ready` or
 * `quarantined`, no upload may be in checks, and none may be newer than `uploadId`. An external
 * file cannot be replaced, because it has no upload.
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
