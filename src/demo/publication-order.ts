import type { DemoMod } from './catalog.types.js';

/**
 * Sorts mods so that each follows its dependencies, whose ids must exist first. Throws for an
 * unknown slug and for a cycle.
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
