import type { ProviderName } from '../../../registry/providers.js';
import { codeberg } from './codeberg.js';
import { github } from './github.js';
import { hangar } from './hangar.js';
import { modrinth } from './modrinth.js';
import type { Provider } from './provider.js';

export type { ProviderFile } from './provider.js';

/** A provider whose locators were checked, whichever it is. */
export type AnyProvider = Provider<Readonly<Record<string, string | number>>>;

const ADAPTERS = { github, modrinth, hangar, codeberg };

/** How a provider names files and tells of them. */
export function providerOf(name: ProviderName): AnyProvider {
  // Each adapter only gets locators that its own schema let through.
  return ADAPTERS[name] as AnyProvider;
}
