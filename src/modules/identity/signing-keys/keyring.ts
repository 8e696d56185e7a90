import type { Platform } from '../../../platform/platform.js';
import { createFirstKey } from './create-first-key.js';
import type { PrivateJwk, PublicJwk } from './make-key.js';
import { publishedKeys, signingKeyOf } from './published-keys.js';
import { openedKey, sealedElsewhere } from './sealed-key.js';

/** The keys for ID tokens at one moment. */
export interface Keyring {
  /** Identifies this state: keyrings with the same version are equal. */
  readonly version: string;
  /** The private keys that this process can open. The first one signs. */
  readonly privateJwks: readonly PrivateJwk[];
  /** The public keys for verification: the signing key, the next one, and former ones. */
  readonly publicJwks: readonly PublicJwk[];
}

/**
 * Reads the keyring. Creates the first key if necessary. Throws `service_unavailable` if this
 * process cannot open the signing key.
 */
export async function readKeyring(platform: Platform): Promise<Keyring> {
  const keys = await publishedKeys(platform.db, platform.clock.now());
  const signing = signingKeyOf(keys, platform.clock.now());
  if (!signing) {
    await createFirstKey(platform);
    return readKeyring(platform);
  }
  const key = openedKey(platform, signing);
  if (!key) throw sealedElsewhere(signing.kid);
  const others = keys.filter(({ kid }) => kid !== signing.kid);
  return {
    version: [signing, ...others].map(({ kid }) => kid).join(' '),
    privateJwks: [key, ...others.flatMap((other) => openedKey(platform, other) ?? [])],
    // `makeKey` wrote the column.
    publicJwks: [signing, ...others].map(({ publicJwk }) => publicJwk as PublicJwk),
  };
}
