import type { Tx } from '../../../platform/database/connect.js';
import type { DependencyValues } from './version.schema.js';

/** Replaces the dependencies of a version, in the transaction that writes the version. */
export async function writeDependencies(
  tx: Tx,
  version: { id: string; modId: string },
  dependencies: readonly DependencyValues[],
): Promise<void> {
  await tx.dependency.updateMany({
    where: { versionId: version.id, state: 'active' },
    data: { state: 'removed' },
  });
  await tx.dependency.createMany({
    data: dependencies.map((dependency) => ({
      modId: version.modId,
      versionId: version.id,
      kind: dependency.kind,
      targetModId: dependency.modId,
      versionConstraint: dependency.versionConstraint ?? null,
      targetVersionId: dependency.versionId ?? null,
      targetArtifactId: dependency.artifactId ?? null,
      note: dependency.note ?? null,
    })),
  });
}
