/**
 * Former names of query parameters. Only the compatibility namespace accepts them, on every route
 * that takes the canonical name (Spec 4.1, compatibility base).
 */
export const COMPATIBILITY_ALIASES: Readonly<Record<string, readonly string[]>> = {
  game_slug: ['game', 'gameSlug'],
  q: ['query', 'search'],
  game_version: ['gameVersion', 'version'],
  loader: ['platform'],
  category: ['facet'],
};

/**
 * The former names of a parameter on one route; empty for none. Leaves out the names in `taken`,
 * the parameters that the route itself has.
 */
export function aliasesOf(name: string, taken: ReadonlySet<string>): readonly string[] {
  return (COMPATIBILITY_ALIASES[name] ?? []).filter((alias) => !taken.has(alias));
}
