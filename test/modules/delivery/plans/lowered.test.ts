import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import solvePlan from '../../../../src/modules/delivery/plans/solver/plan-program.js';
import { rounds } from '../../../rounds.js';
import { hostileCatalog, modIdOf, type Said, upTo } from './hostile-catalog.js';

const MODS = 5;

const said: fc.Arbitrary<Said> = fc.tuple(
  fc.constantFrom('required', 'required', 'conflict', 'embedded'),
  fc.nat(MODS - 1),
  fc.constantFrom(null, '1.1.0', '^1.2.0', '<1.2.0', '^2.0.0'),
);

/** For each mod the dependencies of each version, newest version first. */
const catalogs = fc.array(fc.array(fc.array(said, { maxLength: 2 }), { maxLength: 3 }), {
  minLength: MODS,
  maxLength: MODS,
});

const selections = fc.subarray(upTo(MODS), { minLength: 1, maxLength: 3 });

function taskOf(catalog: readonly (readonly (readonly Said[])[])[], selected: readonly number[]) {
  const built = hostileCatalog();
  for (const [number, versions] of catalog.entries()) {
    built.mod(
      number,
      versions.map((all) => all.filter(([, other]) => other !== number)),
    );
  }
  return built.task(selected);
}

/** The number of a mod and the index of its version; 0 is the newest. */
const placeOf = (artifactId: string) => {
  const own = Number(artifactId.slice(-12));
  return { mod: Math.floor(own / 1_000), at: own % 1_000 };
};

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
