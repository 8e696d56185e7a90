import { isDeepStrictEqual } from 'node:util';
import type { DependencyRow } from './present-dependency.js';
import type { DependencyValues } from './version.schema.js';

/** A stored dependency in the form of its input. */
export function dependencyValues(row: DependencyRow): DependencyValues {
  return {
    kind: row.kind,
    modId: row.targetModId,
    versionConstraint: row.versionConstraint,
    versionId: row.targetVersionId,
    artifactId: row.targetArtifactId,
    note: row.note,
  };
}

/** Returns whether two lists contain the same dependencies, in any order. */
export function sameDependencies(
  some: readonly DependencyValues[],
  others: readonly DependencyValues[],
): boolean {
  return isDeepStrictEqual(inOrder(some), inOrder(others));
}

function inOrder(values: readonly DependencyValues[]): readonly (readonly (string | null)[])[] {
  return values
    .map(({ kind, modId, versionConstraint, versionId, artifactId, note }) => [
      ...[kind, modId, versionConstraint ?? null, versionId ?? null, artifactId ?? null],
      note ?? null,
    ])
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
