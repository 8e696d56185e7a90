import { timingSafeEqual } from 'node:crypto';
import type { Provider } from 'oidc-provider';
import { hashOf, type Keyring, readKeyring } from '../../modules/identity/index.js';
import type { Platform } from '../../platform/platform.js';
import { LIMITS } from '../../registry/limits.js';
import { configuration } from './config/configuration.js';
import type { IssuerSettings } from './config/settings.js';
import { createIssuerKeys, type IssuerKeys } from './exchange/ci/issuer-keys.js';
import { registerTokenExchange } from './exchange/token-exchange.js';
import { Provider as Library } from './library.js';

/** The library with its current signing keys. */
export interface Current {
  readonly provider: Provider;
  /** Null if no ID tokens are issued. */
  readonly keyring: Keyring | null;
}

/** Prepares every new instance of the library, beyond its configuration. */
export type ConfigureProvider = (provider: Provider) => void;

/**
 * Creates the function that returns the current instance of the library. Its first call creates the
 * instance. A later call reads the keys again after `LIMITS.signingKeyRereadSeconds`, and creates a
 * new instance if they have changed. Requests with the old instance go on. Calls during such a read
 * wait for it. If it fails, all of them throw, and the next call reads again: `service_unavailable`
 * if the signing key cannot be decrypted, else the error of the database. `equip` prepares each new
 * instance.
 */
export function createProviders(
  platform: Platform,
  settings: IssuerSettings,
  equip: ConfigureProvider,
) {
  const issuerKeys = createIssuerKeys(platform);
  let made: { readonly current: Current; readonly readAt: number } | null = null;
  let making: Promise<Current> | null = null;

  async function renew(): Promise<Current> {
    const readAt = platform.clock.now().getTime();
    const keyring = settings.oidc ? await readKeyring(platform) : null;
    const same = made && made.current.keyring?.version === keyring?.version;
    const provider = same ? made?.current.provider : undefined;
    const current = {
      keyring,
      provider: provider ?? makeProvider(platform, settings, keyring, issuerKeys),
    };
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

function makeProvider(
  platform: Platform,
  settings: IssuerSettings,
  keyring: Keyring | null,
  issuerKeys: IssuerKeys,
) {
  const provider = new Library(settings.issuer, configuration(platform, settings, keyring));
  // Makes the library trust the public address that `libraryRequest` sets.
  provider.proxy = true;
  const { keys } = platform;
  // Client secrets are stored as keyed hashes.
  provider.Client.prototype.compareClientSecret = function compare(given: string) {
    const kept = Buffer.from(this.clientSecret ?? '', 'base64url');
    const hash = hashOf(keys, given);
    return kept.length === hash.length && timingSafeEqual(kept, hash);
  };
  registerTokenExchange(provider, platform, issuerKeys);
  return provider;
}
