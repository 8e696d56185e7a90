import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { createWorkLimit } from '../../../platform/concurrency.js';
import { problem } from '../../../registry/errors.js';
import type { PasswordCost } from '../../../registry/limits.js';
import { LIMITS } from '../../../registry/limits.js';

const KEY_BYTES = 32;
const HASH = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;
/** The retry delay of a rejected computation. */
const BUSY_SECONDS = 5;

// Bounds concurrent computations: each takes 64 MiB and a thread of the pool that also reads files.
const workLimit = createWorkLimit({
  atOnce: LIMITS.passwordsAtOnce,
  waiting: LIMITS.passwordsWaiting,
});

/** A new password. Checks only its length; `passwordFault` has all rules for users. */
export const newPassword = z
  .string()
  .min(LIMITS.passwordCharactersMin)
  .max(LIMITS.passwordCharactersMax);

/** The result of a password check. */
export interface PasswordCheck {
  readonly isRight: boolean;
  /** Whether to compute the stored hash again, because its cost parameters are outdated. */
  readonly isStale: boolean;
}

/**
 * Returns the salted hash of a password with its parameters: `scrypt$N$r$p$salt$key`. Equal texts
 * in NFKC are equal passwords. Throws `service_unavailable` if too many computations wait.
 */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  const parts = [cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')];
  return ['scrypt', ...parts].join('$');
}

/**
 * Compares a guess with the stored hash, in constant time. Without a stored hash it does the work
 * of the current cost. So the response time does not reveal whether an account exists or has a
 * password. Throws `service_unavailable` if too many computations wait.
 */
export async function checkPassword(
  guess: string,
  stored: string | null,
  current: PasswordCost,
): Promise<PasswordCheck> {
  const { cost, salt, key } = readHash(stored, current);
  const derived = await derive(guess, salt, cost);
  const isRight = timingSafeEqual(derived, key) && stored !== null;
  return { isRight, isStale: cost.N !== current.N || cost.r !== current.r || cost.p !== current.p };
}

function readHash(stored: string | null, current: PasswordCost) {
  if (stored === null) return { cost: current, salt: randomBytes(16), key: randomBytes(KEY_BYTES) };
  const [whole, N, r, p, salt = '', key = ''] = HASH.exec(stored) ?? [];
  if (whole === undefined) throw new Error('a password hash of an unknown form');
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}

async function derive(password: string, salt: Uint8Array, cost: PasswordCost): Promise<Buffer> {
  // The memory that scrypt needs (RFC 7914 2), plus a margin for OpenSSL.
  const maxmem = 128 * cost.r * (cost.N + cost.p) + 64 * 1024;
  const compute = () =>
    new Promise<Buffer>((resolve, reject) => {
      const text = password.normalize('NFKC');
      scrypt(text, salt, KEY_BYTES, { ...cost, maxmem }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  const derived = workLimit.run(compute);
  if (!derived) throw problem('service_unavailable', { retryAfterSeconds: BUSY_SECONDS });
  return derived;
}
