import { randomBytes } from 'node:crypto';
import type { Keys } from '../../platform/keys.js';

/** What the secrets of each kind of credential begin with (decisions, Identity). */
const PREFIXES = { pat: 'mpat', api_key: 'mpat', account_key: 'mfak' } as const;

const SECRET = /^(mpat|mfak)_([A-Za-z0-9]{16})_([A-Za-z0-9_-]{43})$/;

/** A new secret: shown once as `text`, kept as `keyId` and `hash`. */
export interface NewSecret {
  readonly text: string;
  readonly keyId: string;
  readonly hash: Uint8Array<ArrayBuffer>;
}

/** Makes a secret of 256 random bits with a public id of its own. */
export function makeSecret(keys: Keys, kind: keyof typeof PREFIXES): NewSecret {
  const keyId = randomBytes(8).toString('hex');
  const text = `${PREFIXES[kind]}_${keyId}_${randomBytes(32).toString('base64url')}`;
  return { text, keyId, hash: hashOf(keys, text) };
}

/** The public id inside a presented secret; null where it has not the form of one. */
export function keyIdOf(text: string): string | null {
  return SECRET.exec(text)?.[2] ?? null;
}

/** The keyed hash that is kept of a secret. */
export function hashOf(keys: Keys, text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keys.mac('credentials', text));
}
