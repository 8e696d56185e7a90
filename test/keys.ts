import { randomBytes } from 'node:crypto';
import { deriveKeys, type Keys, type PurposeKeys } from '../src/platform/keys.js';
import { fixedRootKeys } from '../src/platform/root-keys.js';

/** The keys of an installation that never was. */
export function foreignKeys(root: Uint8Array = randomBytes(32), cluster = 'a cluster'): Keys {
  return deriveKeys({
    roots: fixedRootKeys(root),
    credentialRoot: root,
    lookupSecret: root,
    cluster,
  });
}

/** One signing key, which never changes. */
export function oneKey(key: Uint8Array): PurposeKeys {
  return { present: () => key, find: (attempt) => attempt(key) };
}
