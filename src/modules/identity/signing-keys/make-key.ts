import { createHash, createPrivateKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import type { SealedColumn } from '../../../platform/reseal.js';
import { SealedElsewhere } from '../../../platform/vault.js';
import { problem } from '../../../registry/errors.js';

const generate = promisify(generateKeyPair);

/** The minimum of RS256 (RFC 7518 3.3), which every client verifies quickly. */
const MODULUS_BITS = 2048;

/** A public key as a JWK (RFC 7517). */
export type PublicJwk = Readonly<Record<'kty' | 'kid' | 'use' | 'alg' | 'n' | 'e', string>>;
/** A private key as a JWK. */
export type PrivateJwk = PublicJwk & Readonly<Record<'d' | 'p' | 'q' | 'dp' | 'dq' | 'qi', string>>;

/** A new key for RS256. */
interface NewKey {
  readonly kid: string;
  readonly publicJwk: PublicJwk;
  readonly privateJwk: PrivateJwk;
}

/** Generates a key. Its id is its thumbprint (RFC 7638), so a key always has the same id. */
export async function makeKey(): Promise<NewKey> {
  const { privateKey } = await generate('rsa', {
    modulusLength: MODULUS_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const { kty, n, e, d, p, q, dp, dq, qi } = createPrivateKey(privateKey).export({ format: 'jwk' });
  const all = { kty, n, e, d, p, q, dp, dq, qi };
  if (!isJwk(all)) throw new Error('a key of RSA is incomplete');
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
  const named = { kid, use: 'sig', alg: 'RS256' };
  const publicJwk = { kty: all.kty, ...named, n: all.n, e: all.e };
  return { kid, publicJwk, privateJwk: { ...all, ...named } };
}

function isJwk<T extends string>(key: Record<T, unknown>): key is Record<T, string> {
  return Object.values(key).every((value) => typeof value === 'string');
}

interface SealedKey {
  readonly kid: string;
  readonly privateJwk: Uint8Array;
}

/** The vault place of a key. A sealed key does not open in another row. */
function placeOf(kid: string): string {
  return `signing_keys.private_jwk ${kid}`;
}

/** The column with the sealed private keys for ID tokens. */
export const SIGNING_KEY_COLUMN: SealedColumn = {
  name: 'signing_keys',
  table: 'signing_keys',
  id: 'kid',
  column: 'private_jwk',
  placeOf,
};

/**
 * The private key of a row, or null if it was sealed with a key that this process does not have.
 */
export function openedKey({ vault }: Platform, key: SealedKey): PrivateJwk | null {
  try {
    return JSON.parse(vault.open(placeOf(key.kid), key.privateJwk).toString('utf8'));
  } catch (error) {
    if (error instanceof SealedElsewhere) return null;
    throw error;
  }
}

/** The error for an operator if the signing key does not open. */
export function sealedElsewhere(kid: string) {
  return problem('service_unavailable', {
    retryAfterSeconds: 60,
    log:
      `the signing key ${kid} was encrypted with another key: set ENCRYPTION_KEY as it was, ` +
      'or make a new signing key with `signing-key rotate`',
  });
}

/** Stores a key with its private part sealed. */
export async function insertKey(
  platform: Platform,
  tx: Tx,
  key: NewKey,
  signsFrom: Date,
): Promise<void> {
  await tx.signingKey.create({
    data: {
      kid: key.kid,
      publicJwk: { ...key.publicJwk },
      privateJwk: platform.vault.seal(placeOf(key.kid), JSON.stringify(key.privateJwk)),
      signsFrom,
      createdAt: platform.clock.now(),
    },
  });
}
