import { randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Keys } from '../../../platform/keys.js';

/** The prefixes of secrets by kind (Spec 5.2 and 5.4). */
const PREFIXES = { pat: 'mpat', api_key: 'mpat', account_key: 'mfak', app: 'mfoc' } as const;

/** The kind of a secret. */
export type SecretKind = keyof typeof PREFIXES;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 characters of 62 hold 256 random bits. */
const RANDOM_SIGNS = 43;
/** 62^6 is more than 2^32. */
const CHECKSUM_SIGNS = 6;

const SECRET = /^((mpat|mfak|mfoc)_([A-Za-z0-9]{16})_[A-Za-z0-9]{43})([A-Za-z0-9]{6})$/;
/** The format of release 0.1: no checksum, and other characters. */
const OLD_SECRET = /^mpat_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;

/** The prefix of a kind's secrets. */
export function prefixOf(kind: SecretKind): string {
  return PREFIXES[kind];
}

/** A new secret: shown once as `text`, stored as `keyId` and `hash`. */
export interface NewSecret {
  readonly text: string;
  readonly keyId: string;
  readonly hash: Uint8Array<ArrayBuffer>;
}

/**
 * Creates a secret of 256 random bits with a public id. Its checksum lets secret scanners
 * distinguish leaked secrets from similar texts.
 */
export function makeSecret(keys: Keys, kind: SecretKind): NewSecret {
  const keyId = randomBytes(8).toString('hex');
  const random = Array.from({ length: RANDOM_SIGNS }, () => ALPHABET[randomInt(ALPHABET.length)]);
  const body = `${PREFIXES[kind]}_${keyId}_${random.join('')}`;
  const text = `${body}${checksumOf(body)}`;
  return { text, keyId, hash: hashOf(keys, text) };
}

/** The public id in a presented secret; null if it is malformed, or its checksum is wrong. */
export function keyIdOf(text: string): string | null {
  const [, body = '', , keyId = null, checksum] = SECRET.exec(text) ?? [];
  if (keyId !== null) return checksumOf(body) === checksum ? keyId : null;
  return OLD_SECRET.exec(text)?.[1] ?? null;
}

/** The stored keyed hash of a secret. */
export function hashOf(keys: Keys, text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keys.mac('credentials', text));
}

/** The CRC-32 of the preceding text, in the same characters. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  const signs = Array.from({ length: CHECKSUM_SIGNS }, () => {
    const sign = ALPHABET[rest % ALPHABET.length] ?? '';
    rest = Math.floor(rest / ALPHABET.length);
    return sign;
  });
  return signs.reverse().join('');
}
