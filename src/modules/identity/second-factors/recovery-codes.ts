import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../platform/database/connect.js';
import type { Keys } from '../../../platform/keys.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import {
  lockCaller,
  requireSession,
  requireStepUp,
  requireUser,
} from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { guardedGuess } from '../accounts/guarded-guess.js';
import { notify } from '../notices/notify.js';
import { isProtected, readSecondFactors } from './own-factors.js';

/** Crockford's base32, in which no character looks like another one. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 60 bits: too many for the limits of guesses, even with ten valid codes. */
const LENGTH = 12;
const GROUP = /.{4}(?=.)/g;

/**
 * Names the present set of the viewer's recovery codes, for `makeRecoveryCodes`. Empty without one.
 * Throws `unauthorized`.
 */
export function readCodeSet(ctx: RequestContext): Promise<string> {
  return codeSetOf(ctx.platform.db, requireUser(ctx).userId);
}

/** All codes of a set are made and removed together, so one of them stands for it. */
async function codeSetOf(db: Pick<Tx, 'recoveryCode'>, userId: string): Promise<string> {
  const where = { userId };
  const first = await db.recoveryCode.findFirst({ where, orderBy: { id: 'asc' } });
  return first?.id ?? '';
}

/**
 * Replaces the viewer's recovery codes and mails the viewer. The result is readable only here.
 * Returns null if the present set is not `set`: an earlier request of the same form has made codes,
 * and the user may be writing them down. Throws `unauthorized`, `forbidden` for a token or key, and
 * `step_up_required`, also for an account without a second factor.
 */
export async function makeRecoveryCodes(
  ctx: RequestContext,
  set: string,
): Promise<readonly string[] | null> {
  const { userId } = requireSession(ctx);
  requireStepUp(ctx);
  return transact(ctx, async (tx) => {
    await lockCaller(tx, ctx);
    if (!isProtected(await readSecondFactors(tx, userId))) throw problem('step_up_required');
    if ((await codeSetOf(tx, userId)) !== set) return null;
    const codes = await replaceRecoveryCodes(tx, ctx, userId);
    await notify(tx, ctx, {
      userIds: [userId],
      template: 'recovery_codes_changed',
      params: { change: 'made', left: String(codes.length) },
    });
    return codes;
  });
}

/**
 * Ends the former recovery codes of an account and makes new ones, in the caller's transaction,
 * which may set up a second factor. Writes an audit line. The caller locks the account, checks the
 * rights and mails the user. The result is readable only here.
 */
export async function replaceRecoveryCodes(
  tx: Tx,
  ctx: RequestContext,
  userId: string,
): Promise<readonly string[]> {
  const { keys, clock } = ctx.platform;
  const codes = Array.from({ length: LIMITS.recoveryCodes }, newCode);
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
  return codes.map((code) => code.replace(GROUP, '$&-'));
}

/**
 * Uses up a recovery code in place of the second factor of an account, and mails the user. Returns
 * false for a wrong code. Each code works once, also for concurrent requests. Throws `rate_limited`
 * after too many wrong codes; those from an authenticator app count together with them.
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

function newCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join(
    '',
  );
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
