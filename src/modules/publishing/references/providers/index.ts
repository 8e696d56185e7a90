import type { ProviderName } from '../../../../registry/providers.js';
import { codeberg, github } from './forges.js';
import { hangar } from './hangar.js';
import { modrinth } from './modrinth.js';
import type { Provider } from './provider.js';

export type { ProviderFile } from './provider.js';

/** Any provider, with validated locators. */
export type AnyProvider = Provider<Readonly<Record<string, string | number>>>;

const ADAPTERS = { github, modrinth, hangar, codeberg };

/** The adapter of a provider. */
export function providerOf(name: ProviderName): AnyProvider {
  // Each adapter only gets locators that its own schema accepted.
  return ADAPTERS[name] as AnyProvider;
}
