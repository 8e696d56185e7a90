import type { RequestContext } from '../../../request/context.js';
import { totpPlace } from '../sessions/factors.js';
import { guardedGuess } from './guarded-guess.js';
import { stepOfCode } from './totp.js';

/**
 * Whether a code is valid for the second factor of an account, with a tolerance of one 30-second
 * step. Each code works once, also for concurrent requests. Returns false if the account has no
 * second factor. Throws `rate_limited` after too many wrong codes.
 */
export async function checkTotp(
  ctx: RequestContext,
  { userId, code }: { readonly userId: string; readonly code: string },
): Promise<boolean> {
  const guess = { purpose: 'totp', account: userId, userId } as const;
  const taken = await guardedGuess(ctx, guess, async () =>
    takeCode(ctx, userId, code, await sealedSecretOf(ctx, userId)),
  );
  return taken !== null;
}

/** Returns the step of a valid, unused code, or null. */
async function takeCode(
  ctx: RequestContext,
  userId: string,
  code: string,
  sealed: Uint8Array<ArrayBuffer> | null,
): Promise<number | null> {
  if (!sealed) return null;
  const { db, vault } = ctx.platform;
  const secret = vault.open(totpPlace(userId), sealed).toString('utf8');
  const step = stepOfCode(ctx.platform, secret, code);
  if (step === null) return null;
  const { count } = await db.user.updateMany({
    where: {
      id: userId,
      totpSecret: sealed,
      OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }],
    },
    data: { totpLastStep: step },
  });
  if (count === 1) return step;
  // A key rotation may have sealed the secret again in the meantime. If so, check the code again.
  const now = await sealedSecretOf(ctx, userId);
  return now && !Buffer.from(now).equals(sealed) ? takeCode(ctx, userId, code, now) : null;
}

async function sealedSecretOf({ platform: { db } }: RequestContext, id: string) {
  const user = await db.user.findUnique({ where: { id }, select: { totpSecret: true } });
  return user?.totpSecret ?? null;
}
