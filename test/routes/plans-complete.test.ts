import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Choice, embeds } from '../../src/modules/plans/candidates.js';
import type { PlanRequest } from '../../src/modules/plans/plan-request.type.js';
import { clash, solve } from '../../src/modules/plans/solve.js';
import type { Dependency } from '../../src/modules/versions/index.js';

const MODS = ['a', 'b', 'c', 'd'];
const VERSIONS = ['3.0.0', '2.0.0', '1.0.0'];

const request: PlanRequest = {
  gameSlug: 'g',
  gameVersion: null,
  platform: null,
  loader: null,
  releaseChannel: 'release',
  modIds: [],
  versions: [],
  artifacts: [],
  includeOptional: false,
};

const dependency: fc.Arbitrary<Dependency> = fc.record({
  id: fc.constant('d'),
  kind: fc.constantFrom('required', 'required', 'conflict', 'embedded', 'optional'),
  modId: fc.constantFrom(...MODS),
  versionConstraint: fc.constantFrom(null, '^1.0.0', '^2.0.0', '>=2.0.0', '3.0.0'),
  versionId: fc.constant(null),
  artifactId: fc.constant(null),
  note: fc.constant(null),
});

const catalogs = fc
  .tuple(...MODS.map(() => fc.array(fc.array(dependency, { maxLength: 2 }), { maxLength: 3 })))
  .map(
    (mods) => new Map(mods.map((files, at) => [MODS[at] ?? '', filesOf(MODS[at] ?? '', files)])),
  );

function filesOf(modId: string, files: readonly (readonly Dependency[])[]): Choice[] {
  return files.map((dependencies, at) => ({
    id: `${modId}${at}`,
    modId,
    versionId: `${modId}${at}`,
    fileKind: 'main',
    fileVersion: VERSIONS[at] ?? '',
    label: '',
    originalFilename: null,
    contentType: '',
    sizeBytes: 1n,
    sha256: '',
    source: 'rehosted_blob',
    state: 'published',
    scanStatus: 'clean',
    platforms: [],
    gameVersions: [],
    loaderPlatforms: [],
    fileCategory: 'main',
    blobId: '',
    trusted: true,
    version: VERSIONS[at] ?? '',
    releaseChannel: 'release',
    publishedAt: new Date(0),
    versionState: 'published',
    modState: 'published',
    gameSlug: 'g',
    primaryArtifactId: null,
    buildPlatforms: [],
    dependencies: dependencies.filter((it) => it.modId !== modId),
  }));
}

/** Whether files may be installed together, by the rules and nothing else. */
function isGood(files: readonly Choice[], selected: readonly string[]): boolean {
  const mods = new Set(files.map(({ modId }) => modId));
  return (
    selected.every((modId) => mods.has(modId)) &&
    files.every((file) => files.every((other) => !clash(file, other))) &&
    files.every(({ dependencies }) =>
      dependencies.every(
        (it) =>
          it.kind !== 'required' || mods.has(it.modId) || files.some((file) => embeds(file, it)),
      ),
    )
  );
}

/** Whether each file was selected or is asked for: nothing else is installed for what it embeds. */
function isAskedFor(files: readonly Choice[], selected: readonly string[]): boolean {
  const reached = new Set(selected);
  for (const _ of files) {
    for (const file of files.filter(({ modId }) => reached.has(modId))) {
      for (const { kind, modId } of file.dependencies) if (kind === 'required') reached.add(modId);
    }
  }
  return files.every(({ modId }) => reached.has(modId));
}

function everyCombination(catalog: ReadonlyMap<string, readonly Choice[]>): Choice[][] {
  let combinations: Choice[][] = [[]];
  for (const files of catalog.values()) {
    combinations = combinations.flatMap((so) => [so, ...files.map((file) => [...so, file])]);
  }
  return combinations;
}

describe('the solver of plans', () => {
  it('finds a good plan wherever one exists, and none where there is none', () => {
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
      { numRuns: 20_000 },
    );
  });
});
