import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { createLanes } from '../../platform/lanes.js';
import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';

/** What a password costs to guess. */
interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

// About 100 ms and 64 MiB a guess on a small server.
const COST: Cost = { N: 2 ** 16, r: 8, p: 1 };
const KEY_BYTES = 32;
const HASH = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;
/** Seconds after which somebody who was sent away may try again. */
const BUSY_SECONDS = 5;

// A flood of guesses would take 64 MiB each, and the threads that files are read with.
const lanes = createLanes({ lanes: LIMITS.passwordsAtOnce, waiting: LIMITS.passwordsWaiting });

/** A password that somebody chooses. */
export const newPassword = z
  .string()
  .min(LIMITS.passwordCharactersMin)
  .max(LIMITS.passwordCharactersMax);

/** What a guess at a password came to. */
export interface PasswordCheck {
  readonly isRight: boolean;
  /** Whether the hash that is kept should be made anew, as it was made at another cost. */
  readonly isStale: boolean;
}

/**
 * The salted hash that is kept of a password, with its parameters: `scrypt$N$r$p$salt$key`.
 * Throws `service_unavailable` where too many are being computed.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  const parts = [COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')];
  return ['scrypt', ...parts].join('$');
}

/**
 * Compares a guess with what is kept, in constant time. Where nothing is kept the same work is done,
 * so that nobody learns from the time it takes whether an account exists or has a password.
 * Throws `service_unavailable` where too many are being computed.
 */
export async function checkPassword(guess: string, kept: string | null): Promise<PasswordCheck> {
  const { cost, salt, key } = readHash(kept);
  const derived = await derive(guess, salt, cost);
  const isRight = timingSafeEqual(derived, key) && kept !== null;
  return { isRight, isStale: cost.N !== COST.N || cost.r !== COST.r || cost.p !== COST.p };
}

function readHash(kept: string | null) {
  if (kept === null) return { cost: COST, salt: randomBytes(16), key: randomBytes(KEY_BYTES) };
  const [whole, N, r, p, salt = '', key = ''] = HASH.exec(kept) ?? [];
  if (whole === undefined) throw new Error('a password hash of an unknown form');
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}

async function derive(password: string, salt: Uint8Array, cost: Cost): Promise<Buffer> {
  // What it takes (RFC 7914 2), and a little for OpenSSL itself.
  const maxmem = 128 * cost.r * (cost.N + cost.p) + 64 * 1024;
  const compute = () =>
    new Promise<Buffer>((resolve, reject) => {
      const text = password.normalize('NFKC');
      scrypt(text, salt, KEY_BYTES, { ...cost, maxmem }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  const derived = lanes.run(compute);
  if (!derived) throw problem('service_unavailable', { retryAfterSeconds: BUSY_SECONDS });
  return derived;
}
