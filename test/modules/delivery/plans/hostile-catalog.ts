import type {
  DemandTuple,
  FileTuple,
} from '../../../../src/modules/delivery/plans/solver/loaded-files.js';
import type { PlanTask } from '../../../../src/modules/delivery/plans/solver/plan-program.js';

/** A dependency of a version on the mod with this number. */
export type Said = readonly [kind: DemandTuple[0], mod: number, range?: string | null];

/** A catalog of numbered mods, as a plan loads it. */
export interface HostileCatalog {
  /** Adds a mod; each version is given by its dependencies, newest first. */
  mod(number: number, versions: readonly (readonly Said[])[]): void;
  /** The task of a plan that selects some of the mods. */
  task(selected: readonly number[], includeOptional?: boolean): PlanTask;
}

const idOf = (kind: 'a' | 'b' | 'c', number: number) =>
  `${kind}0000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** The id of a numbered mod. */
export const modIdOf = (number: number): string => idOf('a', number);

/** A catalog without mods. */
export function hostileCatalog(): HostileCatalog {
  const files: FileTuple[] = [];
  const demands: [string, DemandTuple[]][] = [];
  return {
    mod(number, versions) {
      for (const [at, said] of versions.entries()) {
        const own = number * 1_000 + at;
        const version = `1.${versions.length - at}.0`;
        files.push([idOf('b', own), modIdOf(number), idOf('c', own), version, 1_000_000 - at]);
        const tuples = said.map(
          ([kind, mod, range = null]): DemandTuple => [
            kind,
            modIdOf(mod),
            range,
            null,
            null,
            false,
          ],
        );
        if (tuples.length > 0) demands.push([idOf('c', own), tuples]);
      }
    },
    task: (selected, includeOptional = false) => ({
      loaded: { files: JSON.stringify(files), pinned: '[]', demands: JSON.stringify(demands) },
      modIds: selected.map(modIdOf),
      includeOptional,
      withPrereleases: false,
    }),
  };
}

/** The numbers from zero up to a count. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/**
 * Libraries that each have one version fewer than there are libraries, where equal version numbers
 * conflict, and a mod that requires all of them. Only an exhaustive search shows that no
 * combination works.
 */
export function pigeonholes(catalog: HostileCatalog, libraries: number): number {
  const versions = upTo(libraries - 1);
  for (const library of upTo(libraries)) {
    const before = upTo(library);
    catalog.mod(
      library,
      versions.map((at) =>
        before.map((other): Said => ['conflict', other, `1.${versions.length - at}.0`]),
      ),
    );
  }
  catalog.mod(libraries, [upTo(libraries).map((library): Said => ['required', library])]);
  return libraries;
}
