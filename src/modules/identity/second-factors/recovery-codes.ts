import { hkdfSync, randomBytes } from 'node:crypto';
import type { Tx } from '../../../platform/database/connect.js';
import type { Keys } from '../../../platform/keys.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { guardedGuess } from '../accounts/guarded-guess.js';
import { notify } from '../notices/notify.js';

/** Crockford's base32, in which no character looks like another one. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 60 bits: too many for the limits of guesses, even with ten valid codes. */
const LENGTH = 12;
const SEED_BYTES = 32;
const GROUP = /.{4}(?=.)/g;

/** Returns 256 random bits, from which one set of codes is derived. Never stored in plain. */
export function makeCodeSeed(): Uint8Array {
  return new Uint8Array(randomBytes(SEED_BYTES));
}

/**
 * The codes of a seed, without hyphens. Always the same ones, so that a form that is sent again can
 * show them, although the database has only their hashes.
 */
function codesOf(seed: Uint8Array): string[] {
  const { recoveryCodes: count } = LIMITS;
  const bytes = Buffer.from(hkdfSync('sha256', seed, '', 'recovery codes', count * LENGTH));
  const characters = Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return Array.from({ length: count }, (_, at) => characters.slice(at * LENGTH, (at + 1) * LENGTH));
}

const shownAs = (code: string): string => code.replace(GROUP, '$&-');

/**
 * Returns the recovery codes of a seed if they are the present ones of the account, for a form that
 * is sent again, else null. Used codes are included.
 */
export async function presentCodesOf(
  db: Pick<Tx, 'recoveryCode'>,
  { keys }: Pick<Platform, 'keys'>,
  { userId, seed }: { readonly userId: string; readonly seed: Uint8Array },
): Promise<readonly string[] | null> {
  const codes = codesOf(seed);
  const codeHash = { in: codes.map((code) => hashOf(keys, userId, code)) };
  const count = await db.recoveryCode.count({ where: { userId, codeHash } });
  return count === codes.length ? codes.map(shownAs) : null;
}

/**
 * Replaces the recovery codes of an account with those of a seed, by default a random one, and
 * returns them with hyphens. Writes an audit line. The caller locks the account, checks the rights
 * and mails the user. The database stores only hashes, so without the seed the codes cannot be read
 * again.
 */
export async function replaceRecoveryCodes(
  tx: Tx,
  ctx: RequestContext,
  userId: string,
  seed = makeCodeSeed(),
): Promise<readonly string[]> {
  const { keys, clock } = ctx.platform;
  const codes = codesOf(seed);
  const createdAt = clock.now();
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({
      id: newId(),
      userId,
      codeHash: hashOf(keys, userId, code),
      createdAt,
    })),
  });
  await audit(tx, ctx, {
    action: 'user.recovery_codes_made',
    targetKind: 'user',
    targetId: userId,
    data: { count: codes.length },
  });
  return codes.map(shownAs);
}

/**
 * Uses up a recovery code in place of the second factor of an account, and mails the user. Returns
 * false for a wrong code. Each code works once, also for concurrent requests. Throws `rate_limited`
 * after too many wrong codes; wrong codes of the authenticator app count against the same limits.
 */
export async function useRecoveryCode(
  ctx: RequestContext,
  { userId, code }: { readonly userId: string; readonly code: string },
): Promise<boolean> {
  const guess = { purpose: 'totp', account: userId, userId } as const;
  const left = await guardedGuess(ctx, guess, () => takeCode(ctx, userId, code));
  return left !== null;
}

/** Marks an unused code as used. Returns the number of codes that are left, or null. */
function takeCode(ctx: RequestContext, userId: string, typed: string): Promise<number | null> {
  const { keys, clock } = ctx.platform;
  return transact(ctx, async (tx) => {
    const { count } = await tx.recoveryCode.updateMany({
      where: { userId, codeHash: hashOf(keys, userId, codeOf(typed)), usedAt: null },
      data: { usedAt: clock.now() },
    });
    if (count === 0) return null;
    const left = await tx.recoveryCode.count({ where: { userId, usedAt: null } });
    await audit(tx, ctx, {
      action: 'user.recovery_code_used',
      targetKind: 'user',
      targetId: userId,
      data: { left },
    });
    await notify(tx, ctx, {
      userIds: [userId],
      template: 'recovery_codes_changed',
      params: { change: 'used', left: String(left) },
    });
    return left;
  });
}

/**
 * The code that a user typed. Ignores case, spaces and hyphens. Reads `o` as 0, `i` and `l` as 1.
 */
function codeOf(typed: string): string {
  const characters = typed.toLowerCase().replace(/[\s-]/g, '');
  return characters.replaceAll('o', '0').replace(/[il]/g, '1');
}

/** The keyed hash that is stored instead of a code. */
function hashOf(keys: Keys, userId: string, code: string): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(['recovery code', userId, code]);
  return new Uint8Array(keys.mac('factors', text));
}
