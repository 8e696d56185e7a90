import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import solvePlan from '../../../../src/modules/delivery/plans/solver/plan-program.js';
import findLatestAndOutdated from '../../../../src/modules/delivery/plans/solver/update-program.js';
import { rounds } from '../../../rounds.js';
import { hostileCatalog, modIdOf, optionalIdOf, type Said, upTo } from './hostile-catalog.js';
import { placeOf } from './small-catalogs.js';

const MODS = 4;

const said: fc.Arbitrary<Said> = fc.oneof(
  fc.tuple(
    fc.constantFrom('required', 'required', 'optional', 'conflict', 'embedded'),
    fc.nat(MODS - 1),
    fc.constant(null),
    fc.constantFrom(0, 1, 10),
  ),
  fc.tuple(
    fc.constantFrom('required', 'conflict', 'embedded'),
    fc.nat(MODS - 1),
    fc.constantFrom(null, '1.1.0', '1.2.0'),
  ),
);

/** For each mod the dependencies of each version, newest version first. */
type Catalog = readonly (readonly (readonly Said[])[])[];

const catalogs: fc.Arbitrary<Catalog> = fc
  .array(fc.array(fc.array(said, { maxLength: 3 }), { maxLength: 2 }), {
    minLength: MODS,
    maxLength: MODS,
  })
  .map((mods) =>
    mods.map((versions, mod) => versions.map((all) => all.filter(([, other]) => other !== mod))),
  );

const selections = fc.subarray(upTo(MODS), { minLength: 1, maxLength: 2 });

/** For each mod of a plan, the index of its version. */
type Versions = ReadonlyMap<number, number>;

const fileKey = (mod: number, file: number) => `${mod} ${file}`;

/** The dependencies of a choice of versions, its content and the optional files that it requires. */
function readChoice(catalog: Catalog, versions: Versions) {
  const countOf = (mod: number) => catalog[mod]?.length ?? 0;
  const versionOf = (mod: number, at: number) => `1.${countOf(mod) - at}.0`;
  const all = [...versions].flatMap(([from, at]) =>
    (catalog[from]?.[at] ?? []).map(([kind, mod, range = null, file]) => {
      const place = file === undefined ? null : Math.floor(file / 10);
      return { from, kind, mod, range, file, place };
    }),
  );
  const content = all
    .filter(({ kind }) => kind === 'embedded')
    .map((it) => {
      // The version of a file that does not exist is unknown.
      const isKnown = it.place !== null && it.place < countOf(it.mod);
      return { ...it, range: isKnown ? versionOf(it.mod, it.place ?? 0) : it.range };
    });
  const required = all.filter(
    ({ kind, mod, place }) => kind === 'required' && place !== null && versions.get(mod) === place,
  );
  const files = new Set(required.map(({ mod, file = 0 }) => fileKey(mod, file)));
  return { all, content, files, versionOf };
}

/** A dependency of a choice. */
type Read = ReturnType<typeof readChoice>['all'][number];

/** Whether the content `inner` of a version is the target of a dependency. */
function isContent({ mod, range, file, kind }: Read, inner: Read): boolean {
  if (inner.mod !== mod) return false;
  if (file !== undefined) return inner.file === file;
  return range === null || inner.range === range || (inner.range === null && kind !== 'conflict');
}

/** Whether the versions, the optional files that they require and their content fit together. */
function isGood(catalog: Catalog, versions: Versions): boolean {
  const { all, content, files, versionOf } = readChoice(catalog, versions);
  const isPresent = ({ mod, range, place }: Read): boolean => {
    const at = versions.get(mod);
    if (at === undefined) return false;
    return place === null ? range === null || versionOf(mod, at) === range : at === place;
  };
  return all.every((it) => {
    if (it.kind === 'embedded') return true;
    const inside = content.filter((inner) => isContent(it, inner));
    if (it.kind !== 'conflict') {
      if (versions.has(it.mod)) return isPresent(it);
      return it.kind === 'optional' || inside.length > 0;
    }
    if (inside.some(({ from }) => from !== it.from)) return false;
    if (it.file === undefined) return !isPresent(it);
    return inside.length > 0 || !files.has(fileKey(it.mod, it.file));
  });
}

/** Every choice of versions in which each mod is selected, or followed from a selected one. */
function everyChoice(catalog: Catalog, selected: readonly number[]): Map<number, number>[] {
  let choices: Map<number, number>[] = [new Map()];
  for (const [mod, versions] of catalog.entries()) {
    choices = choices.flatMap((one) => [
      one,
      ...[...versions.keys()].map((at) => new Map([...one, [mod, at]])),
    ]);
  }
  return choices.filter((one) => {
    const reached = new Set(selected);
    const { all, content } = readChoice(catalog, one);
    // A plan does not follow an optional dependency on what the version itself contains.
    const isOwn = (it: Read) =>
      content.some((inner) => inner.from === it.from && isContent(it, inner));
    for (const mod of reached) {
      for (const it of all.filter(({ from }) => from === mod)) {
        if (it.kind === 'required' || (it.kind === 'optional' && !isOwn(it))) reached.add(it.mod);
      }
    }
    return selected.every((mod) => one.has(mod)) && [...one.keys()].every((it) => reached.has(it));
  });
}

describe('a plan with include_optional', () => {
  it('a plan exists exactly if versions fit together, and contains every required optional file', () => {
    fc.assert(
      fc.property(catalogs, selections, (catalog, selected) => {
        const built = hostileCatalog();
        for (const [mod, versions] of catalog.entries()) built.mod(mod, versions);
        const { items, conflict } = solvePlan(built.task(selected, true));
        const exists = everyChoice(catalog, selected).some((it) => isGood(catalog, it));
        expect(conflict === null).toBe(exists);
        const main = items.filter(({ addedTo }) => addedTo === null);
        const versions = new Map(
          main.map(({ artifactId }) => {
            const { mod, at } = placeOf(artifactId);
            return [mod, at] as const;
          }),
        );
        if (exists) expect(isGood(catalog, versions)).toBe(true);
        const added = items.filter(({ addedTo }) => addedTo !== null);
        const { files } = readChoice(catalog, versions);
        const ids = [...files].map((key) => {
          const [mod = 0, file = 0] = key.split(' ').map(Number);
          return optionalIdOf(mod, file);
        });
        expect(added.map(({ artifactId }) => artifactId).toSorted()).toEqual(ids.toSorted());
      }),
      { numRuns: rounds(1_000, 20_000) },
    );
  });

  it('a required optional file follows the main file, and is content of an item that embeds it', () => {
    const [LIBRARY, USER, BUNDLE] = [1, 2, 3];
    const catalog = hostileCatalog();
    catalog.mod(LIBRARY, [[], []]);
    catalog.mod(USER, [[['required', LIBRARY, null, 10]]]);
    catalog.mod(BUNDLE, [[['embedded', LIBRARY, null, 10]], []]);
    const itemsOf = (...selected: number[]) =>
      solvePlan(catalog.task(selected, true)).items.map(({ artifactId, role, embeddedIn }) => [
        artifactId.replace(/-.*-0*/, ' '),
        role,
        embeddedIn?.replace(/-.*-0*/, ' '),
      ]);
    const user = ['b0000000 2000', 'selected', undefined];
    const bundle = ['b0000000 3000', 'selected', undefined];
    expect(itemsOf(USER)).toEqual([
      ['b0000000 1001', 'required', undefined],
      ['d0000000 1010', 'required', undefined],
      user,
    ]);
    expect(itemsOf(LIBRARY, USER, BUNDLE)).toEqual([
      ['b0000000 1001', 'selected', undefined],
      ['d0000000 1010', 'required', 'b0000000 3000'],
      user,
      bundle,
    ]);
    expect(itemsOf(USER, BUNDLE)).toEqual([user, bundle]);
  });

  it('a conflict with a required optional file names both mods', () => {
    const [LIBRARY, USER, RIVAL] = [1, 2, 3];
    const catalog = hostileCatalog();
    catalog.mod(LIBRARY, [[]]);
    catalog.mod(USER, [[['required', LIBRARY, null, 0]]]);
    catalog.mod(RIVAL, [[['conflict', LIBRARY, null, 0]]]);
    const { conflict } = solvePlan(catalog.task([LIBRARY, USER, RIVAL], true));
    expect(conflict).toMatchObject({
      code: 'declared_conflict',
      modIds: [USER, RIVAL].map(modIdOf),
      blockers: [{ file: { modId: modIdOf(RIVAL) }, content: { demand: { kind: 'required' } } }],
    });
    expect(solvePlan(catalog.task([LIBRARY, RIVAL], true)).items).toHaveLength(2);
  });

  it('an update check with optional files offers a version that requires one', () => {
    const [LIBRARY, USER] = [1, 2];
    const catalog = hostileCatalog();
    catalog.mod(LIBRARY, [[]]);
    catalog.mod(USER, [[['required', LIBRARY, null, 0]], []]);
    const latest = [true, false].map((includeOptional) => {
      const task = { ...catalog.task([USER], includeOptional), installed: [] };
      return findLatestAndOutdated(task).latest.map(({ artifactId }) => placeOf(artifactId).at);
    });
    expect(latest).toEqual([[0], [1]]);
  });
});
