import fc from 'fast-check';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { directClash, embeds } from '../../../src/modules/delivery/plans/solver/meets.js';
import type { Demand, PlanFile } from '../../../src/modules/delivery/plans/solver/plan-file.js';
import { solve } from '../../../src/modules/delivery/plans/solver/solve.js';
import { rounds } from '../../rounds.js';

const MODS = ['a', 'b', 'c', 'd'];
const VERSIONS = ['3.0.0', '2.0.0', '1.0.0'];

const request = { includeOptional: false };

const demand: fc.Arbitrary<Demand> = fc.record({
  kind: fc.constantFrom('required', 'required', 'conflict', 'embedded', 'optional'),
  modId: fc.constantFrom(...MODS),
  versionConstraint: fc.constantFrom(null, '^1.0.0', '^2.0.0', '>=2.0.0', '3.0.0'),
  reading: fc.constant('releases'),
  versionId: fc.constant(null),
  artifactId: fc.constant(null),
});

const catalogs = fc
  .tuple(...MODS.map(() => fc.array(fc.array(demand, { maxLength: 2 }), { maxLength: 3 })))
  .map(
    (mods) => new Map(mods.map((files, at) => [MODS[at] ?? '', filesOf(MODS[at] ?? '', files)])),
  );

function filesOf(modId: string, files: readonly (readonly Demand[])[]): PlanFile[] {
  return files.map((demands, at) => ({
    id: `${modId}${at}`,
    modId,
    versionId: `${modId}${at}`,
    version: VERSIONS[at] ?? '',
    publishedAt: 0,
    demands: demands.filter((it) => it.modId !== modId),
  }));
}

/** Returns true if the rules allow the files to be installed together. */
function isGood(files: readonly PlanFile[], selected: readonly string[]): boolean {
  const mods = new Set(files.map(({ modId }) => modId));
  return (
    selected.every((modId) => mods.has(modId)) &&
    files.every((file) => files.every((other) => !directClash(file, other))) &&
    !hasForbiddenContent(files) &&
    files.every(({ demands }) =>
      demands.every(
        (it) =>
          it.kind !== 'required' || mods.has(it.modId) || files.some((file) => embeds(file, it)),
      ),
    )
  );
}

/** Whether a file conflicts with all versions that a file of another mod may contain. */
function hasForbiddenContent(files: readonly PlanFile[]): boolean {
  return files.some((file) =>
    files.some(
      (other) =>
        file !== other &&
        file.demands.some(
          (it) => it.kind === 'conflict' && other.demands.some((inner) => isForbidden(it, inner)),
        ),
    ),
  );
}

function isForbidden(conflict: Demand, { kind, modId, versionConstraint }: Demand): boolean {
  if (kind !== 'embedded' || modId !== conflict.modId) return false;
  const range = conflict.versionConstraint;
  if (range === null || versionConstraint === null) return range === null;
  const inner = VERSIONS.filter((version) => semver.satisfies(version, versionConstraint));
  return inner.every((version) => semver.satisfies(version, range));
}

/** Returns true if each file is selected or required: a plan installs nothing for embedded mods. */
function isAskedFor(files: readonly PlanFile[], selected: readonly string[]): boolean {
  const reached = new Set(selected);
  for (const _ of files) {
    for (const file of files.filter(({ modId }) => reached.has(modId))) {
      for (const { kind, modId } of file.demands) if (kind === 'required') reached.add(modId);
    }
  }
  return files.every(({ modId }) => reached.has(modId));
}

function everyCombination(catalog: ReadonlyMap<string, readonly PlanFile[]>): PlanFile[][] {
  let combinations: PlanFile[][] = [[]];
  for (const files of catalog.values()) {
    combinations = combinations.flatMap((so) => [so, ...files.map((file) => [...so, file])]);
  }
  return combinations;
}

describe('the plan solver', () => {
  it('the plan solver finds a valid plan if and only if one exists', () => {
    const selections = fc.subarray(MODS, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(catalogs, selections, (catalog, selected) => {
        const found = solve(catalog, request, selected);
        const exists = everyCombination(catalog).some(
          (files) => isGood(files, selected) && isAskedFor(files, selected),
        );
        expect(found !== null).toBe(exists);
        if (found) expect(isGood([...found.values()], selected)).toBe(true);
      }),
      { numRuns: rounds(2_000, 20_000) },
    );
  });
});
