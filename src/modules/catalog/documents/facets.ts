/** The parts of a published version that lists filter by. */
export interface VersionBindings {
  /** Empty means that the version fits every game version. */
  readonly gameVersions: readonly string[];
  /** Empty means that the version fits every loader. */
  readonly loaders: readonly string[];
}

/** The parts of a mod that lists filter by. */
export interface FacetSources {
  readonly categories: readonly string[];
  readonly versions: readonly VersionBindings[];
}

/** The filters of a list. A null, absent or empty member does not filter. */
export interface WantedBindings {
  readonly category?: string | null | undefined;
  readonly gameVersion?: string | null | undefined;
  readonly loader?: string | null | undefined;
}

const category = (slug: string) => `c:${slug}`;
/** Null stands for a version that declares no game versions. */
const gameVersion = (version: string | null) => (version === null ? 'v' : `v:${version}`);
/** Null stands for a version that declares no loaders. */
const loader = (key: string | null) => (key === null ? 'l' : `l:${key}`);
/** A pair from one version. JSON, because both values may contain any character. */
const pair = (version: string | null, key: string | null) => `p:${JSON.stringify([version, key])}`;

/**
 * The filter keys of a mod, in one array for one index. The game version and the loader of a filter
 * must fit the same version of the mod. So each pair that a version declares has a key.
 */
export function facetsOf({ categories, versions }: FacetSources): string[] {
  const facets = new Set(categories.map(category));
  for (const declared of versions) {
    const gameVersions = orNone(declared.gameVersions);
    const loaders = orNone(declared.loaders);
    for (const version of gameVersions) facets.add(gameVersion(version));
    for (const key of loaders) facets.add(loader(key));
    for (const version of gameVersions) {
      for (const key of loaders) facets.add(pair(version, key));
    }
  }
  return [...facets];
}

/**
 * The groups of keys of a filter; none without a filter. A mod matches if it has at least one key
 * of each group.
 */
export function wantedFacets(wanted: WantedBindings): string[][] {
  const { gameVersion: version, loader: key } = wanted;
  const groups = wanted.category ? [[category(wanted.category)]] : [];
  if (version && key) {
    groups.push([pair(version, key), pair(version, null), pair(null, key), pair(null, null)]);
  } else if (version) groups.push([gameVersion(version), gameVersion(null)]);
  else if (key) groups.push([loader(key), loader(null)]);
  return groups;
}

/**
 * The ends of the keys of pairs that fit a loader: those that name it, and those of versions that
 * fit every loader.
 */
export function endsOfLoader(key: string): string[] {
  return [key, null].map((value) => `,${JSON.stringify(value)}]`);
}

/**
 * The beginnings of the keys of pairs that fit a game version: those that name it, and those of
 * versions that fit every game version.
 */
export function beginningsOfVersion(version: string): string[] {
  return [version, null].map((value) => `p:[${JSON.stringify(value)},`);
}

/**
 * Returns a function that selects the keys of a mod to count under a filter. With a filter by
 * loader, a game version counts only if one version of the mod has both, and the reverse.
 */
export function countedKeys({
  gameVersion: version,
  loader: key,
}: WantedBindings): (facets: readonly string[]) => Iterable<string> {
  const ends = key ? endsOfLoader(key) : [];
  const beginnings = version ? beginningsOfVersion(version) : [];
  return (facets) => {
    const plain = facets.filter(
      (facet) => !(key && facet.startsWith('v:')) && !(version && facet.startsWith('l:')),
    );
    const pairs = facets.filter((facet) => facet.startsWith('p:'));
    const versions = pairs.filter((facet) => ends.some((end) => facet.endsWith(end)));
    const loaders = pairs.filter((facet) => beginnings.some((start) => facet.startsWith(start)));
    return new Set([
      ...plain,
      ...versions.map((facet) => gameVersion(partsOf(facet)[0])),
      ...loaders.map((facet) => loader(partsOf(facet)[1])),
    ]);
  };
}

/** The parts of a key of `pair`. */
function partsOf(key: string): [version: string | null, key: string | null] {
  return JSON.parse(key.slice(2));
}

/** A value that lists filter by. */
export interface FacetValue {
  readonly kind: 'category' | 'loader' | 'gameVersion';
  readonly value: string;
}

const KINDS: ReadonlyMap<string, FacetValue['kind']> = new Map([
  ['c', 'category'],
  ['v', 'gameVersion'],
  ['l', 'loader'],
]);

/** The value of a key of `facetsOf`. Null for pairs, and for versions that fit every value. */
export function facetValue(key: string): FacetValue | null {
  const separator = key.indexOf(':');
  if (separator < 0) return null;
  const kind = KINDS.get(key.slice(0, separator));
  return kind ? { kind, value: key.slice(separator + 1) } : null;
}

function orNone(declared: readonly string[]): readonly (string | null)[] {
  return declared.length > 0 ? declared : [null];
}
