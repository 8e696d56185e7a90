import { Prisma } from '../../../platform/database/generated/client.js';
import type { DependencyModel } from '../../../platform/database/generated/models.js';
import type { Dependency } from './version.type.js';

/** The public columns of a dependency. Dependencies are never changed, only removed. */
export type DependencyRow = Omit<DependencyModel, 'modId' | 'state' | 'createdAt'>;

/** The columns of `DependencyRow`, with the alias `d`. */
export const DEPENDENCY_COLUMNS = Prisma.sql`
  d.id, d.version_id as "versionId", d.kind, d.target_mod_id as "targetModId",
  d.version_constraint as "versionConstraint", d.target_version_id as "targetVersionId",
  d.target_artifact_id as "targetArtifactId", d.note`;

/** A stored dependency in the form of the contract. */
export function presentDependency(row: DependencyRow): Dependency {
  return {
    id: row.id,
    kind: row.kind,
    modId: row.targetModId,
    versionConstraint: row.versionConstraint,
    versionId: row.targetVersionId,
    artifactId: row.targetArtifactId,
    note: row.note,
  };
}
