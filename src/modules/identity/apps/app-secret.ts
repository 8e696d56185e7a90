import { randomBytes } from 'node:crypto';
import type { Keys } from '../../../platform/keys.js';
import { makeSecret } from '../credentials/secret.js';

/** A new secret: its text, which is shown once, and its stored columns. */
export interface NewAppSecret {
  readonly text: string;
  readonly columns: {
    readonly secretHash: Uint8Array<ArrayBuffer>;
    readonly secretHint: string;
    readonly secretAt: Date;
  };
}

/** Creates the secret of a confidential application (decisions, Identity: `mfoc_`). */
export function makeAppSecret(keys: Keys, now: Date): NewAppSecret {
  const { text, keyId, hash } = makeSecret(keys, 'app');
  const secretHint = text.slice(0, text.indexOf(keyId) + keyId.length);
  return { text, columns: { secretHash: hash, secretHint, secretAt: now } };
}

/** Creates a random `client_id`, which reveals nothing about the application or its owner. */
export function makeClientId(): string {
  return randomBytes(16).toString('hex');
}
