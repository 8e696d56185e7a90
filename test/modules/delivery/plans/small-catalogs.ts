import fc from 'fast-check';
import type { PlanTask } from '../../../../src/modules/delivery/plans/solver/plan-program.js';
import { hostileCatalog, type Said, upTo } from './hostile-catalog.js';

const MODS = 5;

const said: fc.Arbitrary<Said> = fc.tuple(
  fc.constantFrom('required', 'required', 'conflict', 'embedded'),
  fc.nat(MODS - 1),
  fc.constantFrom(null, '1.1.0', '^1.2.0', '<1.2.0', '^2.0.0'),
);

/** For each mod the dependencies of each version, newest version first. */
export type SmallCatalog = readonly (readonly (readonly Said[])[])[];

/** Catalogs of five mods with up to three versions. */
export const catalogs: fc.Arbitrary<SmallCatalog> = fc.array(
  fc.array(fc.array(said, { maxLength: 2 }), { maxLength: 3 }),
  { minLength: MODS, maxLength: MODS },
);

/** The numbers of one to three mods. */
export const selections: fc.Arbitrary<number[]> = fc.subarray(upTo(MODS), {
  minLength: 1,
  maxLength: 3,
});

/** The task of a plan of such a catalog. Dependencies of a mod on itself are left out. */
export function taskOf(catalog: SmallCatalog, selected: readonly number[]): PlanTask {
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
export function placeOf(artifactId: string): { readonly mod: number; readonly at: number } {
  const own = Number(artifactId.slice(-12));
  return { mod: Math.floor(own / 1_000), at: own % 1_000 };
}
