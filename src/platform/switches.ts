import { isProvider, PROVIDER_NAMES, type ProviderName } from '../registry/providers.js';
import type { Platform } from './platform.js';

/** What of references to the files of providers can be switched off by itself (Spec 4.3). */
export type ReferenceSwitch = 'registration' | 'worker' | 'resolve';

/** Whether something may be done with the files of a provider: both switches have to be on. */
export function isSwitchedOn(
  { config }: Pick<Platform, 'config'>,
  what: ReferenceSwitch,
  provider: string,
): boolean {
  const { external } = config;
  return external[what] && isProvider(provider) && external.providers[provider].enabled;
}

/** The providers with whose files it may be done. */
export function providersOn(
  platform: Pick<Platform, 'config'>,
  what: ReferenceSwitch,
): ProviderName[] {
  return PROVIDER_NAMES.filter((name) => isSwitchedOn(platform, what, name));
}
