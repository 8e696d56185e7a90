import type { Tx } from '../../../platform/database/connect.js';
import { problem } from '../../../registry/errors.js';
import { type DependentMod, dependencyFaults } from './check-dependencies.js';

/** A dependency that prevents the publication of a version. */
interface Unpublished {
  readonly modId: string;
}

/**
 * The first dependency of a version on an unpublished target, or on a version string that its mod
 * does not have; null if all are published. A draft may depend on unpublished targets of its team.
 */
export async function unpublishedDependency(
  db: Tx,
  mod: DependentMod,
  versionId: string,
): Promise<Unpublished | null> {
  const rows = await db.dependency.findMany({
    where: { versionId, state: 'active' },
    orderBy: { id: 'asc' },
  });
  const dependencies = rows.map((row) => ({
    kind: row.kind,
    modId: row.targetModId,
    versionConstraint: row.versionConstraint,
    versionId: row.targetVersionId,
    artifactId: row.targetArtifactId,
  }));
  const [fault] = await dependencyFaults(db, mod, dependencies);
  const at = Number(/^dependencies\[(\d+)\]/.exec(fault?.field ?? '')?.[1] ?? Number.NaN);
  return dependencies[at] ?? null;
}

/** Throws `version_not_ready` with the mod if a dependency of a version is not published. */
export async function demandPublishedDependencies(
  db: Tx,
  mod: DependentMod,
  versionId: string,
): Promise<void> {
  const dependency = await unpublishedDependency(db, mod, versionId);
  if (!dependency) return;
  const { modId } = dependency;
  throw problem('version_not_ready', {
    detail: {
      en: `The version depends on something of the mod ${modId} that is not published; publish that first, or remove the dependency.`,
      ru: `Версия зависит от неопубликованной части мода ${modId}; сначала опубликуйте её или удалите зависимость.`,
      de: `Die Version hängt von etwas der Mod ${modId} ab, das nicht veröffentlicht ist; veröffentlichen Sie das zuerst oder entfernen Sie die Abhängigkeit.`,
    },
  });
}
