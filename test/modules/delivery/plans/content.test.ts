import { describe, expect, it } from 'vitest';
import solvePlan from '../../../../src/modules/delivery/plans/solver/plan-program.js';
import { hostileCatalog, type Said } from './hostile-catalog.js';
import { placeOf } from './small-catalogs.js';

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
