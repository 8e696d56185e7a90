import type {
  DemandTuple,
  FileTuple,
} from '../../../../src/modules/delivery/plans/solver/loaded-files.js';
import type { PlanTask } from '../../../../src/modules/delivery/plans/solver/plan-program.js';

/**
 * A dependency of a version on the mod with this number. `file` is the number of an optional file;
 * each version has ten of them: 12 is the third one of its second newest version.
 */
export type Said = readonly [
  kind: DemandTuple[0],
  mod: number,
  range?: string | null,
  file?: number,
];

/** A catalog of numbered mods, as a plan loads it. */
export interface HostileCatalog {
  /** Adds a mod; each version is given by its dependencies, newest first. */
  mod(number: number, versions: readonly (readonly Said[])[]): void;
  /** The task of a plan that selects some of the mods. */
  task(selected: readonly number[], includeOptional?: boolean): PlanTask;
}

const idOf = (kind: 'a' | 'b' | 'c' | 'd', number: number) =>
  `${kind}0000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** The id of a numbered mod. */
export const modIdOf = (number: number): string => idOf('a', number);

/** The id of a numbered optional file of a mod. */
export const optionalIdOf = (mod: number, file: number): string => idOf('d', mod * 1_000 + file);

/** A catalog without mods. */
export function hostileCatalog(): HostileCatalog {
  const files: FileTuple[] = [];
  const said: [string, readonly Said[]][] = [];
  const tupleOf = ([kind, mod, range = null, file]: Said): DemandTuple => {
    const plain = [kind, modIdOf(mod), range, null] as const;
    if (file === undefined) return [...plain, null, false];
    const own = mod * 1_000 + Math.floor(file / 10);
    const version = files.find(([id]) => id === idOf('b', own))?.[3] ?? null;
    const isFollowed = kind === 'required' || kind === 'optional';
    const optional = isFollowed && version !== null ? ([idOf('c', own), version] as const) : null;
    const content = kind === 'embedded' ? version : null;
    return [...plain, optionalIdOf(mod, file), false, content, optional];
  };
  return {
    mod(number, versions) {
      for (const [at, own] of versions.entries()) {
        const id = number * 1_000 + at;
        const version = `1.${versions.length - at}.0`;
        files.push([idOf('b', id), modIdOf(number), idOf('c', id), version, 1_000_000 - at]);
        if (own.length > 0) said.push([idOf('c', id), own]);
      }
    },
    task: (selected, includeOptional = false) => ({
      loaded: {
        files: JSON.stringify(files),
        pinned: '[]',
        demands: JSON.stringify(said.map(([id, all]) => [id, all.map(tupleOf)])),
      },
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
