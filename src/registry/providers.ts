/** What is fixed about one service that keeps files which mods may refer to (Spec 4.3). */
export interface ProviderRow {
  /** Its API, without a trailing slash; `EXTERNAL_<PROVIDER>_BASE_URL` puts another in its place. */
  readonly apiUrl: string;
  /** The hosts that its downloads are served from, those that they redirect to included. */
  readonly downloadHosts: readonly string[];
  /** The digests that must be declared and that are compared, beside the exact size. */
  readonly hashes: readonly ReferenceHash[];
}

/** The digests of a reference, as JSON names them; all are computed here, whoever declares them. */
export type ReferenceHash = 'sha256' | 'sha512' | 'sha1';

/** The only services that a file may be kept by. Their addresses are never identity. */
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
    // It publishes the first two itself and no SHA-256, which is therefore computed here.
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

/** The name of a provider. */
export type ProviderName = keyof typeof PROVIDERS;

/** All of them, in a fixed order. */
export const PROVIDER_NAMES = Object.keys(PROVIDERS) as readonly ProviderName[];

/** Whether a text names a provider that is accepted; others are `provider_unsupported`. */
export function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(PROVIDERS, name);
}
