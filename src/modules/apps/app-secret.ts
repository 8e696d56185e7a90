import { randomBytes } from 'node:crypto';
import type { Keys } from '../../platform/keys.js';
import { makeSecret } from '../credentials/index.js';

/** A new secret: the text, which is shown once, and the columns that are kept of it. */
export interface NewAppSecret {
  readonly text: string;
  readonly columns: {
    readonly secretHash: Uint8Array<ArrayBuffer>;
    readonly secretHint: string;
    readonly secretAt: Date;
  };
}

/** Makes the secret of a confidential application (decisions, Identity: `mfoc_`). */
export function makeAppSecret(keys: Keys, now: Date): NewAppSecret {
  const { text, keyId, hash } = makeSecret(keys, 'app');
  const secretHint = text.slice(0, text.indexOf(keyId) + keyId.length);
  return { text, columns: { secretHash: hash, secretHint, secretAt: now } };
}

/** A new `client_id`: it says nothing of the application or its owner. */
export function makeClientId(): string {
  return randomBytes(16).toString('hex');
}
