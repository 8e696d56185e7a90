import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';

/** A request for a passkey: why, in which browser, of whom. A response fits one request only. */
export interface PasskeyRequest {
  readonly purpose: 'add' | 'sign-in' | 'second-factor' | 'step-up';
  /** Names the session, or the visit of a browser that has none. */
  readonly sessionRef: string;
  /**
   * The account whose passkey is requested; null if any passkey may respond and name its account.
   */
  readonly userId: string | null;
}

const RANDOM_BYTES = 32;
const TIME_BYTES = 8;
const MAC_BYTES = 32;

/**
 * Creates a challenge: random bytes, the end of its life, and a MAC that binds both to the request.
 * So nothing is stored before a response arrives.
 */
export function makeChallenge(
  { keys, clock }: Platform,
  request: PasskeyRequest,
): Uint8Array<ArrayBuffer> {
  const ends = Buffer.alloc(TIME_BYTES);
  ends.writeBigUInt64BE(BigInt(clock.now().getTime() + LIMITS.passkeyChallengeSeconds * 1000));
  const body = Buffer.concat([randomBytes(RANDOM_BYTES), ends]);
  return new Uint8Array(Buffer.concat([body, keys.mac('sign-ins', signedText(body, request))]));
}

/**
 * Whether a challenge in base64url was made for this request and has not expired. `spendChallenge`
 * checks whether it is used.
 */
export function isOwnChallenge(
  { keys, clock }: Platform,
  request: PasskeyRequest,
  text: string,
): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== RANDOM_BYTES + TIME_BYTES + MAC_BYTES) return false;
  const body = bytes.subarray(0, -MAC_BYTES);
  if (endOf(body) <= clock.now()) return false;
  return keys.verify('sign-ins', signedText(body, request), bytes.subarray(-MAC_BYTES));
}

/**
 * Marks a verified challenge as used, in the transaction of its effect. Returns false if it is used
 * already, also for concurrent responses.
 */
export async function spendChallenge(tx: Tx, text: string): Promise<boolean> {
  const bytes = Buffer.from(text, 'base64url');
  const { count } = await tx.usedChallenge.createMany({
    data: [
      {
        // The random part names the challenge.
        challengeHash: new Uint8Array(bytes.subarray(0, RANDOM_BYTES)),
        expiresAt: endOf(bytes),
      },
    ],
    skipDuplicates: true,
  });
  return count === 1;
}

function endOf(bytes: Buffer): Date {
  return new Date(Number(bytes.readBigUInt64BE(RANDOM_BYTES)));
}

function signedText(body: Buffer, { purpose, sessionRef, userId }: PasskeyRequest): string {
  return JSON.stringify(['passkey', purpose, sessionRef, userId, body.toString('base64url')]);
}
