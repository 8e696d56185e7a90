import type { RequestContext } from '../../request/context.js';
import { guardedGuess } from './guarded-guess.js';
import { stepOfCode, totpPlace } from './totp.js';

/**
 * Whether a code is the second factor of an account now, give or take one step of 30 seconds. Each
 * code is taken once: of two that come at the same time one is wrong. False for an account without
 * a second factor. Throws `rate_limited` after too many wrong codes.
 */
export async function checkTotp(
  ctx: RequestContext,
  { userId, code }: { readonly userId: string; readonly code: string },
): Promise<boolean> {
  const { db, vault } = ctx.platform;
  const guess = { purpose: 'totp', account: userId, userId } as const;
  const taken = await guardedGuess(ctx, guess, async () => {
    const user = await db.user.findUnique({ where: { id: userId }, select: { totpSecret: true } });
    const sealed = user?.totpSecret;
    if (!sealed) return null;
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
    return count === 1 ? step : null;
  });
  return taken !== null;
}
