import { randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Keys } from '../../platform/keys.js';

/** What the secrets of each kind begin with (decisions, Identity). */
const PREFIXES = { pat: 'mpat', api_key: 'mpat', account_key: 'mfak', app: 'mfoc' } as const;

/** What a secret is for. */
export type SecretKind = keyof typeof PREFIXES;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 of 62 signs are 256 random bits. */
const RANDOM_SIGNS = 43;
/** 62^6 is more than 2^32. */
const CHECKSUM_SIGNS = 6;

const SECRET = /^((mpat|mfak|mfoc)_([A-Za-z0-9]{16})_[A-Za-z0-9]{43})([A-Za-z0-9]{6})$/;
/** What release 0.1 handed out: no checksum, and other signs. */
const OLD_SECRET = /^mpat_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;

/** What the secrets of a kind begin with. */
export function prefixOf(kind: SecretKind): string {
  return PREFIXES[kind];
}

/** A new secret: shown once as `text`, kept as `keyId` and `hash`. */
export interface NewSecret {
  readonly text: string;
  readonly keyId: string;
  readonly hash: Uint8Array<ArrayBuffer>;
}

/**
 * Makes a secret of 256 random bits with a public id of its own. It ends with a checksum, by which
 * a scanner of source code tells a leaked secret from a text that only looks like one.
 */
export function makeSecret(keys: Keys, kind: SecretKind): NewSecret {
  const keyId = randomBytes(8).toString('hex');
  const random = Array.from({ length: RANDOM_SIGNS }, () => ALPHABET[randomInt(ALPHABET.length)]);
  const body = `${PREFIXES[kind]}_${keyId}_${random.join('')}`;
  const text = `${body}${checksumOf(body)}`;
  return { text, keyId, hash: hashOf(keys, text) };
}

/** The public id inside a presented secret; null where it has not the form of one. */
export function keyIdOf(text: string): string | null {
  const [, body = '', , keyId = null, checksum] = SECRET.exec(text) ?? [];
  if (keyId !== null) return checksumOf(body) === checksum ? keyId : null;
  return OLD_SECRET.exec(text)?.[1] ?? null;
}

/** The keyed hash that is kept of a secret. */
export function hashOf(keys: Keys, text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keys.mac('credentials', text));
}

/** CRC-32 of what precedes it, in the same signs as the rest. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  const signs = Array.from({ length: CHECKSUM_SIGNS }, () => {
    const sign = ALPHABET[rest % ALPHABET.length] ?? '';
    rest = Math.floor(rest / ALPHABET.length);
    return sign;
  });
  return signs.reverse().join('');
}
