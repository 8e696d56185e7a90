import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { PurposeKeys } from '../../keys.js';

const common = { key: z.string(), expiresAt: z.coerce.date() };
const served = { filename: z.string().optional(), contentType: z.string().optional() };

const Grant = z.discriminatedUnion('operation', [
  z.object({
    operation: z.literal('put'),
    ...common,
    sizeBytes: z.number(),
    contentType: z.string(),
  }),
  z.object({
    operation: z.literal('part'),
    ...common,
    multipartId: z.string(),
    partNumber: z.number(),
    sizeBytes: z.number(),
  }),
  z.object({ operation: z.literal('get'), ...common, ...served }),
  z.object({ operation: z.literal('head'), ...common, ...served }),
]);

/**
 * The right that a signed URL gives its bearer: one operation on one object until an expiry time.
 */
export type Grant = z.infer<typeof Grant>;
/** A grant to write. */
export type WriteGrant = Extract<Grant, { operation: 'put' | 'part' }>;
/** A grant to read. */
export type ReadGrant = Extract<Grant, { operation: 'get' | 'head' }>;

/** Converts grants to the last segment of a URL and back. */
export interface Tokens {
  seal(grant: Grant): string;
  /** Returns the grant, or null if no key sealed exactly this text. Does not check the expiry. */
  open(token: string): Grant | null;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts tokens with AES-256-GCM, so that no other party can create or change one, and the text
 * does not reveal the object key. GCM compares its tag in constant time.
 */
export function createTokens(signingKeys: PurposeKeys): Tokens {
  return {
    seal(grant) {
      const key = tokenKey(signingKeys.present());
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      const body = Buffer.concat([cipher.update(JSON.stringify(grant)), cipher.final()]);
      return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
    },
    open(token) {
      const bytes = Buffer.from(token, 'base64url');
      // The decoder is lenient, but only the canonical spelling of a grant is valid.
      if (bytes.toString('base64url') !== token) return null;
      if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
      const text = signingKeys.find((key) => decrypt(tokenKey(key), bytes));
      return text === null ? null : (Grant.safeParse(JSON.parse(text)).data ?? null);
    },
  };
}

const tokenKeys = new WeakMap<Uint8Array, Uint8Array>();

function tokenKey(signingKey: Uint8Array): Uint8Array {
  const known = tokenKeys.get(signingKey);
  if (known) return known;
  const key = new Uint8Array(hkdfSync('sha256', signingKey, '', 'storage signed url v1', 32));
  tokenKeys.set(signingKey, key);
  return key;
}

function decrypt(key: Uint8Array, bytes: Buffer): string | null {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const body = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([body, decipher.final()]).toString();
  } catch {
    // The tag does not match: another key, or an altered text.
    return null;
  }
}
