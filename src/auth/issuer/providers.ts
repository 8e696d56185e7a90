import { timingSafeEqual } from 'node:crypto';
import type { Provider } from 'oidc-provider';
import { hashOf } from '../../modules/credentials/index.js';
import { type Keyring, readKeyring } from '../../modules/signing-keys/index.js';
import type { Platform } from '../../platform/platform.js';
import { LIMITS } from '../../registry/limits.js';
import { configuration } from './config/configuration.js';
import type { IssuerSettings } from './config/settings.js';
import { registerTokenExchange } from './exchange/token-exchange.js';
import { Provider as Library } from './library.js';

/** The library with the keys that it signs with at the moment. */
export interface Current {
  readonly provider: Provider;
  /** Null where no ID tokens are issued. */
  readonly keyring: Keyring | null;
}

/** Makes what every new instance of the library is given besides its configuration. */
export type Equip = (provider: Provider) => void;

/**
 * Keeps one instance of the library, made when somebody first asks, and replaces it when the keys
 * changed, which is asked every half minute. All that the library keeps is in the database, so
 * that requests which still hold the old one notice nothing. Throws `service_unavailable` where the
 * key that signs does not open.
 */
export function createProviders(platform: Platform, settings: IssuerSettings, equip: Equip) {
  let made: { readonly current: Current; readonly readAt: number } | null = null;
  let making: Promise<Current> | null = null;

  async function renew(): Promise<Current> {
    const readAt = platform.clock.now().getTime();
    const keyring = settings.oidc ? await readKeyring(platform) : null;
    const same = made && made.current.keyring?.version === keyring?.version;
    const provider = same ? made?.current.provider : undefined;
    const current = { keyring, provider: provider ?? makeProvider(platform, settings, keyring) };
    if (!provider) equip(current.provider);
    made = { current, readAt };
    return current;
  }

  return async (): Promise<Current> => {
    const age = made ? platform.clock.now().getTime() - made.readAt : Number.POSITIVE_INFINITY;
    if (made && age >= 0 && age < LIMITS.signingKeyRereadSeconds * 1000) return made.current;
    making ??= renew().finally(() => {
      making = null;
    });
    return making;
  };
}

function makeProvider(platform: Platform, settings: IssuerSettings, keyring: Keyring | null) {
  const provider = new Library(settings.issuer, configuration(platform, settings, keyring));
  // What standIn says of the public address counts.
  provider.proxy = true;
  const { keys } = platform;
  // The secret of a client is kept as a keyed hash.
  provider.Client.prototype.compareClientSecret = function compare(given: string) {
    const kept = Buffer.from(this.clientSecret ?? '', 'base64url');
    const hash = hashOf(keys, given);
    return kept.length === hash.length && timingSafeEqual(kept, hash);
  };
  registerTokenExchange(provider, platform);
  return provider;
}
