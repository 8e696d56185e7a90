import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import solvePlan from '../../../../src/modules/delivery/plans/solver/plan-program.js';
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
});
