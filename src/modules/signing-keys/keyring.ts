import type { Platform } from '../../platform/platform.js';
import { createFirstKey } from './create-first-key.js';
import type { PrivateJwk, PublicJwk } from './make-key.js';
import { publishedKeys, signingKeyOf } from './published-keys.js';
import { openedKey, sealedElsewhere } from './sealed-key.js';

/** The keys of ID tokens, as of one moment. */
export interface Keyring {
  /** Names this state: two keyrings of one version are the same. */
  readonly version: string;
  /** The private keys that this process can use; the first one signs. */
  readonly privateJwks: readonly PrivateJwk[];
  /** What clients verify with: the key that signs, the next one, and those of before. */
  readonly publicJwks: readonly PublicJwk[];
}

/**
 * Reads the keyring; the first one to ask makes the first key. Throws `service_unavailable` where
 * the key that signs was sealed with another key than this process has.
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
    // The column holds what makeKey wrote.
    publicJwks: [signing, ...others].map(({ publicJwk }) => publicJwk as PublicJwk),
  };
}
