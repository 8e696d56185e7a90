import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { validateHeaderValue } from 'node:http';
import { z } from 'zod';
import { onceForEach } from '../../concurrency.js';
import type { PurposeKeys } from '../../keys.js';
import type { SignedRequest, Storage } from '../storage.port.js';

const common = { key: z.string(), expiresAt: z.coerce.date() };
const served = { filename: z.string().optional(), contentType: z.string().optional() };

const SignedOperation = z.discriminatedUnion('operation', [
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
export type SignedOperation = z.infer<typeof SignedOperation>;
/** A signed write of an object or of a part. */
export type SignedWrite = Extract<SignedOperation, { operation: 'put' | 'part' }>;
/** A signed read of an object or of its head. */
export type SignedRead = Extract<SignedOperation, { operation: 'get' | 'head' }>;

/** Converts signed operations to the last segment of a URL and back. */
export interface Tokens {
  /** Encrypts an operation under the present key. */
  seal(signed: SignedOperation): string;
  /**
   * Returns the operation, or null if no key sealed exactly this text. Does not check the expiry.
   */
  open(token: string): SignedOperation | null;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts tokens with AES-256-GCM, so that no other party can create or change one, and the text
 * does not reveal the object key. GCM compares its tag in constant time.
 */
export function createTokens(signingKeys: PurposeKeys): Tokens {
  return {
    seal(signed) {
      const key = tokenKey(signingKeys.present());
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      const body = Buffer.concat([cipher.update(JSON.stringify(signed)), cipher.final()]);
      return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url');
    },
    open(token) {
      const bytes = Buffer.from(token, 'base64url');
      // The decoder is lenient, but only the canonical spelling of a token is valid.
      if (bytes.toString('base64url') !== token) return null;
      if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
      const text = signingKeys.find((key) => decrypt(tokenKey(key), bytes));
      return text === null ? null : (SignedOperation.safeParse(JSON.parse(text)).data ?? null);
    },
  };
}

const tokenKey = onceForEach(
  (signingKey: Uint8Array) =>
    new Uint8Array(hkdfSync('sha256', signingKey, '', 'storage signed url v1', 32)),
);

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

const METHODS = { put: 'PUT', part: 'PUT', get: 'GET', head: 'HEAD' } as const;

/** The HTTP method of a signed operation. */
export const methodOf = (signed: SignedOperation): SignedRequest['method'] =>
  METHODS[signed.operation];

/** The part of a store that signs requests. */
type Signer = Pick<Storage, 'signPut' | 'signGet' | 'signHead' | 'signPart'>;

/**
 * Signs requests to `${mountedAt()}/TOKEN`. It reads the address on each call, because a service on
 * a free port learns its port late.
 */
export function createSigner(tokens: Tokens, mountedAt: () => string): Signer {
  const sign = (signed: SignedOperation, headers: Record<string, string> = {}): SignedRequest => {
    for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
    return {
      method: methodOf(signed),
      url: `${mountedAt()}/${tokens.seal(signed)}`,
      headers,
      expiresAt: signed.expiresAt,
    };
  };
  return {
    signPut: async (key, { sizeBytes, contentType }, expiresAt) =>
      sign(
        { operation: 'put', key, sizeBytes, contentType, expiresAt },
        { 'Content-Type': contentType, 'If-None-Match': '*' },
      ),
    signPart: async (key, multipartId, { partNumber, sizeBytes }, expiresAt) =>
      sign({ operation: 'part', key, multipartId, partNumber, sizeBytes, expiresAt }),
    signGet: async (key, served, expiresAt) =>
      sign({ operation: 'get', key, ...served, expiresAt }),
    signHead: async (key, served, expiresAt) =>
      sign({ operation: 'head', key, ...served, expiresAt }),
  };
}
