import fc from 'fast-check';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import solvePlan, {
  type SolvedPlan,
} from '../../../../src/modules/delivery/plans/solver/plan-program.js';
import { rounds } from '../../../rounds.js';
import { hostileCatalog, modIdOf, type Said, upTo } from './hostile-catalog.js';
import { catalogs, placeOf, type SmallCatalog, selections, taskOf } from './small-catalogs.js';

const [LIBRARY, BUNDLE, USER] = [1, 2, 3];

/** The items of a plan: for each mod its version, and the mod that contains it. */
function planOf(mods: ReadonlyMap<number, readonly (readonly Said[])[]>, selected: number[]) {
  const catalog = hostileCatalog();
  for (const [number, versions] of mods) catalog.mod(number, versions);
  const { items, conflict } = solvePlan(catalog.task(selected));
  const placed = items.map(({ artifactId, embeddedIn }) => {
    const { mod, at } = placeOf(artifactId);
    const version = `1.${(mods.get(mod)?.length ?? 0) - at}.0`;
    return [mod, version, embeddedIn === null ? null : placeOf(embeddedIn).mod] as const;
  });
  return { items: placed.toSorted(([a], [b]) => a - b), conflict };
}

describe('a file that contains a range of a mod', () => {
  const mods = (range: string | null): Map<number, Said[][]> =>
    new Map([
      [LIBRARY, [[], [], []]],
      [BUNDLE, [[['embedded', LIBRARY, range]]]],
      [USER, [[['required', LIBRARY, '>=1.3.0']]]],
    ]);

  it('a newer version of the range is installed if an item requires it', () => {
    const { items } = planOf(mods('^1.1.0'), [BUNDLE, USER]);
    expect(items).toEqual([
      [LIBRARY, '1.3.0', null],
      [BUNDLE, '1.1.0', null],
      [USER, '1.1.0', null],
    ]);
  });

  it.each(['^1.1.0', null])('a selected mod is installed although an item contains %s', (range) => {
    const { items } = planOf(mods(range), [LIBRARY, BUNDLE]);
    expect(items).toEqual([
      [LIBRARY, '1.3.0', null],
      [BUNDLE, '1.1.0', null],
    ]);
  });

  it('the exact version of a selected mod is content', () => {
    const { items } = planOf(mods('1.3.0'), [LIBRARY, BUNDLE]);
    expect(items).toEqual([
      [LIBRARY, '1.3.0', BUNDLE],
      [BUNDLE, '1.1.0', null],
    ]);
  });

  it('a version that no item needs beyond the range is content', () => {
    const needsBundle: Said[] = [['required', BUNDLE]];
    const around = mods('^1.1.0');
    around.set(LIBRARY, [needsBundle, needsBundle]).set(USER, [[['required', LIBRARY, '>=1.1.0']]]);
    expect(planOf(around, [USER]).items).toEqual([
      [LIBRARY, '1.2.0', BUNDLE],
      [BUNDLE, '1.1.0', null],
      [USER, '1.1.0', null],
    ]);
  });
});

describe('a conflict with a mod that another item contains', () => {
  const RIVAL = 4;
  const mods = (...bundles: Said[][]): Map<number, Said[][]> =>
    new Map([
      [LIBRARY, [[], []]],
      [BUNDLE, bundles],
      [USER, [[['required', LIBRARY, '^1.1.0']]]],
      [RIVAL, [[['conflict', LIBRARY, '>=1.2.0']]]],
    ]);

  it.each([
    [
      [RIVAL, BUNDLE],
      [BUNDLE, RIVAL],
    ],
    [
      [RIVAL, BUNDLE, USER],
      [BUNDLE, RIVAL],
    ],
  ])('the plan for mods %j is unsatisfiable', (selected, named) => {
    const { conflict } = planOf(mods([['embedded', LIBRARY, '1.2.0']]), selected);
    expect(conflict).toMatchObject({ code: 'declared_conflict', modIds: named.map(modIdOf) });
  });

  it('the plan has an older version that contains no such version', () => {
    const older: Said[] = [['embedded', LIBRARY, '1.1.0']];
    const { items } = planOf(mods([['embedded', LIBRARY, '1.2.0']], older), [RIVAL, BUNDLE]);
    expect(items).toEqual([
      [BUNDLE, '1.1.0', null],
      [RIVAL, '1.1.0', null],
    ]);
  });

  it('content of an unknown version has no conflict with a range', () => {
    expect(planOf(mods([['embedded', LIBRARY]]), [RIVAL, BUNDLE]).items).toHaveLength(2);
  });

  it('a file that contains a mod may conflict with that mod', () => {
    const both: Said[] = [
      ['embedded', LIBRARY, '1.2.0'],
      ['conflict', LIBRARY, null],
    ];
    expect(planOf(mods(both), [BUNDLE]).items).toHaveLength(1);
  });

  it('500 selected mods that contain and exclude each other are solved', () => {
    const catalog = hostileCatalog();
    for (const at of upTo(500)) {
      const version = `1.${at % 5}.0`;
      const others = upTo(100).map((it) => 1_000 + ((at + it) % 200));
      const said = others.map(
        (it): Said => (it % 2 ? ['conflict', it, `<${version}`] : ['embedded', it, `>=${version}`]),
      );
      const last: Said[] = at === 499 ? [['embedded', 1_001, '1.0.0']] : [];
      catalog.mod(at, [[...said, ...last], said]);
    }
    const { items, lowered } = solvePlan(catalog.task(upTo(500)));
    expect([items.length, lowered.length]).toEqual([500, 1]);
  });
});

/** Versions in all ranges of these catalogs. */
const VERSIONS = ['0.9.0', '1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.9.0', '2.0.0', '2.1.0', '3.0.0'];

const fits = (version: string, range: string | null) =>
  range === null || semver.satisfies(version, range);

/** Whether all versions of a range lie in another one; `unknown` is the result without a range. */
function isInside(inner: string | null, outer: string | null, unknown: boolean): boolean {
  if (inner === null) return outer === null || unknown;
  return VERSIONS.every((version) => !fits(version, inner) || fits(version, outer));
}

/** The requirements and conflicts of the items of a plan that it breaks. */
function broken(catalog: SmallCatalog, { items }: SolvedPlan): unknown[] {
  const planned = items.map(({ artifactId, embeddedIn }) => {
    const { mod, at } = placeOf(artifactId);
    const versions = catalog[mod] ?? [];
    const said = (versions[at] ?? []).filter(([, other]) => other !== mod);
    return { mod, version: `1.${versions.length - at}.0`, said, isInstalled: embeddedIn === null };
  });
  const content = planned.flatMap(({ mod: container, said }) =>
    said.flatMap(([kind, mod, range = null]) =>
      kind === 'embedded' ? [{ container, mod, range }] : [],
    ),
  );
  const isMet = (modId: number, range: string | null): boolean =>
    content.some(({ mod, range: inner }) => mod === modId && isInside(inner, range, true)) ||
    planned.some(
      ({ mod, version, isInstalled }) =>
        mod === modId &&
        fits(version, range) &&
        (isInstalled || content.some((it) => it.mod === modId && it.range === version)),
    );
  const isHit = (own: number, modId: number, range: string | null): boolean =>
    content.some(
      (it) => it.container !== own && it.mod === modId && isInside(it.range, range, false),
    ) || planned.some(({ mod, version }) => mod === modId && fits(version, range));
  return planned.flatMap(({ mod, said }) =>
    said.filter(
      ([kind, other, range = null]) =>
        (kind === 'required' && !isMet(other, range)) ||
        (kind === 'conflict' && isHit(mod, other, range)),
    ),
  );
}

describe('the installed files of a solved plan', () => {
  it('the installed files and their content meet all requirements and break no conflict', () => {
    fc.assert(
      fc.property(catalogs, selections, (catalog, selected) => {
        expect(broken(catalog, solvePlan(taskOf(catalog, selected)))).toEqual([]);
      }),
      { numRuns: rounds(300, 5_000) },
    );
  });
});
