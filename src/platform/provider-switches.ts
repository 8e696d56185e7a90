import { isProvider, PROVIDER_NAMES, type ProviderName } from '../registry/providers.js';
import type { Platform } from './platform.js';

/**
 * The features of external references that can be switched off one by one (`ExternalConfig`, Spec
 * 4.3). `worker` is the verification by jobs.
 */
type ReferenceFeature = 'registration' | 'worker' | 'resolve';

/**
 * Returns whether a feature is on for a provider. The switch of the feature and the switch of the
 * provider must both be on. For an unsupported provider, every feature is off.
 */
export function isSwitchedOn(
  { config }: Pick<Platform, 'config'>,
  what: ReferenceFeature,
  provider: string,
): boolean {
  const { external } = config;
  return external[what] && isProvider(provider) && external.providers[provider].enabled;
}

/** The providers for which a feature is on. */
export function providersOn(
  platform: Pick<Platform, 'config'>,
  what: ReferenceFeature,
): ProviderName[] {
  return PROVIDER_NAMES.filter((name) => isSwitchedOn(platform, what, name));
}
