import type { DemoCreator, DemoGame, DemoMod } from './catalog.types.js';
import { brackenvale, brackenvaleMods } from './catalog-brackenvale.js';
import { farhaul, farhaulMods } from './catalog-farhaul.js';
import { kestrel, kestrelMods } from './catalog-kestrel.js';

/** The creators of the demo. */
export const demoCreators: readonly DemoCreator[] = [
  { username: 'mirela' },
  { username: 'tobias-kern' },
  { username: 'ostrov' },
];

/** The games of the demo. */
export const demoGames: readonly DemoGame[] = [brackenvale, farhaul, kestrel];

/** The mods of the demo in any order; the loader sorts them by their dependencies. */
export const demoMods: readonly DemoMod[] = [...brackenvaleMods, ...farhaulMods, ...kestrelMods];

/**
 * Sorts mods so that each follows its dependencies of every kind, also conflicts, because their ids
 * must exist first. Throws for an unknown slug and for a cycle.
 */
export function publicationOrder(mods: readonly DemoMod[]): readonly DemoMod[] {
  const bySlug = new Map(mods.map((mod) => [mod.slug, mod]));
  const sorted = new Set<DemoMod>();
  const visit = (slug: string, path: readonly string[]): void => {
    const mod = bySlug.get(slug);
    if (!mod) throw new Error(`${path.at(-1)} names the unknown mod ${slug}`);
    if (path.includes(slug)) throw new Error(`${[...path, slug].join(' → ')} is a circle`);
    if (sorted.has(mod)) return;
    for (const version of mod.versions) {
      for (const dependency of version.dependencies ?? []) visit(dependency.mod, [...path, slug]);
    }
    sorted.add(mod);
  };
  for (const mod of mods) visit(mod.slug, []);
  return [...sorted];
}
