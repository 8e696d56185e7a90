import { randomBytes } from 'node:crypto';
import { deriveKeys, type Keys, type PurposeKeys } from '../src/platform/keys.js';
import { fixedRootKeys } from '../src/platform/root-keys.js';

/** Keys of an installation that does not exist. */
export function foreignKeys(root: Uint8Array = randomBytes(32), cluster = 'a cluster'): Keys {
  return deriveKeys({
    roots: fixedRootKeys(root),
    credentialRoot: root,
    lookupSecret: root,
    cluster,
  });
}

/** One signing key that never changes. */
export function oneKey(key: Uint8Array): PurposeKeys {
  return { present: () => key, find: (attempt) => attempt(key) };
}
