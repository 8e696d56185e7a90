import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLoaded } from '../../../../src/modules/delivery/plans/solver/loaded-files.js';
import { loweredFiles } from '../../../../src/modules/delivery/plans/solver/lowered.js';
import type { Demand, PlanFile } from '../../../../src/modules/delivery/plans/solver/plan-file.js';
import solvePlan from '../../../../src/modules/delivery/plans/solver/plan-program.js';
import { blockersOfRequired } from '../../../../src/modules/delivery/plans/solver/required-files.js';
import { rounds } from '../../../rounds.js';
import { hostileCatalog, modIdOf, type Said, upTo } from './hostile-catalog.js';
import { catalogs, placeOf, selections, taskOf } from './small-catalogs.js';

describe('the explanations of a solved plan', () => {
  it('lowered files are exactly the items that are not the newest version', () => {
    fc.assert(
      fc.property(catalogs, selections, (catalog, selected) => {
        const { items, lowered } = solvePlan(taskOf(catalog, selected));
        const older = items.filter(({ artifactId }) => placeOf(artifactId).at > 0);
        expect(lowered.map(({ artifactId }) => artifactId)).toEqual(
          older.map(({ artifactId }) => artifactId),
        );
      }),
      { numRuns: rounds(150, 3_000) },
    );
  });

  it('a blocker names a demand that a version of the catalog has', () => {
    fc.assert(
      fc.property(catalogs, selections, (catalog, selected) => {
        const { lowered, conflict } = solvePlan(taskOf(catalog, selected));
        const blockers = lowered.flatMap(({ blocker }) => blocker ?? []);
        for (const { file, demand } of [...blockers, ...(conflict?.blockers ?? [])]) {
          const { mod, at } = placeOf(file.id);
          const has = catalog[mod]?.[at]?.some(
            ([kind, other, range]) =>
              kind === demand.kind &&
              modIdOf(other) === demand.modId &&
              (range ?? null) === demand.versionConstraint,
          );
          expect(has).toBe(true);
        }
      }),
      { numRuns: rounds(150, 3_000) },
    );
  });

  it('the content of an older version is no reason to pass over a requirement of the newest one', () => {
    const [LIBRARY, MOD] = [1, 2];
    const catalog = hostileCatalog();
    catalog.mod(MOD, [[['required', LIBRARY]], [['embedded', LIBRARY]]]);
    const { lowered } = solvePlan(catalog.task([MOD]));
    expect(lowered).toMatchObject([{ blocker: { code: 'no_compatible_version' } }]);
  });

  it('a requirement that the newest version contains itself is no reason against it', () => {
    const [LIBRARY, HELPER, BASE, MOD] = [1, 2, 3, 4];
    const catalog = hostileCatalog();
    const newest: Said[] = [
      ['embedded', LIBRARY],
      ['required', HELPER],
      ['required', BASE, '1.2.0'],
    ];
    catalog.mod(HELPER, [[['required', LIBRARY]]]);
    catalog.mod(BASE, [[['required', 9]], []]);
    catalog.mod(MOD, [newest, []]);
    const { lowered } = solvePlan(catalog.task([MOD]));
    expect(lowered).toMatchObject([{ blocker: { demand: { modId: modIdOf(9) } } }]);
  });

  it('a conflict names the declared conflict of an older version if the newest one cannot be installed', () => {
    const [RIVAL, MOD] = [1, 2];
    const catalog = hostileCatalog();
    catalog.mod(RIVAL, [[]]);
    catalog.mod(MOD, [[['required', 9]], [['conflict', RIVAL]]]);
    const { conflict } = solvePlan(catalog.task([RIVAL, MOD]));
    expect(conflict).toMatchObject({
      code: 'declared_conflict',
      modIds: [RIVAL, MOD].map(modIdOf),
      blockers: [{ demand: { modId: modIdOf(RIVAL) } }, { demand: { modId: modIdOf(9) } }],
    });
  });

  it('the reasons of 400 lowered items do not exceed the time limit of their plan', () => {
    const catalog = hostileCatalog();
    const libraries = upTo(400).map((at) => 1_000 + at);
    for (const at of libraries) catalog.mod(at, [[], []]);
    for (const at of upTo(20)) {
      catalog.mod(at, [libraries.map((library): Said => ['required', library, '1.1.0'])]);
    }
    const { lowered } = solvePlan(catalog.task(upTo(20)));
    expect(lowered).toHaveLength(400);
    expect(new Set(lowered.map(({ blocker }) => blocker?.code))).toEqual(
      new Set(['version_constraint']),
    );
  });

  it('the reasons of lowered items take few comparisons if newer versions conflict with what older ones embed', () => {
    const catalog = hostileCatalog();
    const [mods, shared] = [upTo(120), upTo(199).map((at) => 1_000 + at)];
    const newest = shared.map((mod): Said => ['conflict', mod, '<1.0.0']);
    const older = shared.map((mod): Said => ['embedded', mod, '>=1.0.0']);
    for (const at of mods) catalog.mod(at, [[...newest, ['required', 9_999]], older]);
    catalog.mod(9_999, [[]]);
    const { loaded } = catalog.task(mods);
    const rules = { withPrereleases: false, includeOptional: false };
    const { filesByMod } = parseLoaded(loaded, rules);
    const reads = { count: 0 };
    const files = new Map(
      [...filesByMod].map(([modId, own]) => [modId, own.map((it) => watched(it, reads))]),
    );
    const chosen = [...files.values()].flatMap((own) => own.slice(1));
    expect(loweredFiles(files, chosen)).toHaveLength(120);
    const ofLowered = reads.count;
    blockersOfRequired(
      files,
      [...files.values()].flatMap((own, at) => own.slice(at % 2, 1 + (at % 2))),
    );
    expect(ofLowered).toBeLessThan(1_000_000);
    expect(reads.count - ofLowered).toBeLessThan(1_000_000);
  });
});

/** The same file; counts how often the kind of a dependency is read, which each comparison does. */
function watched(file: PlanFile, reads: { count: number }): PlanFile {
  const demands = file.demands.map((demand): Demand => {
    const { kind } = demand;
    return Object.defineProperty({ ...demand }, 'kind', {
      get: () => {
        reads.count += 1;
        return kind;
      },
    });
  });
  return { ...file, demands };
}
