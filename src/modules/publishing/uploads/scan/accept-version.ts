import type { Tx } from '../../../../platform/database/connect.js';
import { LIFECYCLES, sources } from '../../../../registry/states.js';

/** Makes a version ready after its main file has passed the checks. */
export async function acceptVersion(
  tx: Tx,
  file: { readonly versionId: string; readonly artifactId: string },
  now: Date,
): Promise<void> {
  await tx.modVersion.updateMany({
    where: { id: file.versionId, state: { in: sources(LIFECYCLES.modVersion, 'accept') } },
    data: {
      state: 'ready',
      primaryArtifactId: file.artifactId,
      updatedAt: now,
      lifecycleVersion: { increment: 1 },
      revision: { increment: 1 },
    },
  });
}
