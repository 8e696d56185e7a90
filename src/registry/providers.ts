/** The fixed facts of one service whose files mods may reference (Spec 4.3). */
export interface ProviderRow {
  /** The URL of its API, without a trailing slash. `EXTERNAL_<PROVIDER>_BASE_URL` replaces it. */
  readonly apiUrl: string;
  /** The hosts of its downloads, including redirect targets. */
  readonly downloadHosts: readonly string[];
  /** The digests that a creator must declare. The service compares them and the exact size. */
  readonly hashes: readonly ReferenceHash[];
}

/** The digests of a reference, under their JSON names. The service computes all of them itself. */
export type ReferenceHash = 'sha256' | 'sha512' | 'sha1';

/** The supported providers. A locator identifies a file at its provider, never a URL. */
export const PROVIDERS = {
  github: {
    apiUrl: 'https://api.github.com',
    downloadHosts: [
      'github.com',
      'objects.githubusercontent.com',
      'release-assets.githubusercontent.com',
    ],
    hashes: ['sha256'],
  },
  modrinth: {
    apiUrl: 'https://api.modrinth.com',
    downloadHosts: ['cdn.modrinth.com'],
    // Modrinth publishes the first two but no SHA-256, so the service computes it.
    hashes: ['sha512', 'sha1', 'sha256'],
  },
  hangar: {
    apiUrl: 'https://hangar.papermc.io',
    downloadHosts: ['hangarcdn.papermc.io', 'hangar.papermc.io'],
    hashes: ['sha256'],
  },
  codeberg: {
    apiUrl: 'https://codeberg.org',
    downloadHosts: ['codeberg.org'],
    hashes: ['sha256'],
  },
} as const satisfies Readonly<Record<string, ProviderRow>>;

/** The headers for conditional requests that a verification tests on a provider's download. */
export const TESTED_CONDITIONAL_HEADERS = ['If-None-Match'] as const;

/** The name of a provider. */
export type ProviderName = keyof typeof PROVIDERS;

/** All providers, in a fixed order. */
export const PROVIDER_NAMES = Object.keys(PROVIDERS) as readonly ProviderName[];

/** Returns whether a text is the name of a supported provider. */
export function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(PROVIDERS, name);
}
