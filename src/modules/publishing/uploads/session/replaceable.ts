import type { Tx } from '../../../../platform/database/connect.js';
import type { VersionState } from '../../../../platform/database/generated/enums.js';
import { IN_CHECKS } from './same-file.js';

/** A version as far as it decides whether its main file can be replaced. */
interface Replaced {
  readonly id: string;
  readonly state: VersionState;
  readonly primaryArtifactId: string | null;
}

/**
 * Whether a version takes another main file although it has one: its upload is `ready` or
 * `quarantined`, none is in checks, and none that is newer than `uploadId` got there first. A file
 * that a provider keeps is not replaced: it has no upload.
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
