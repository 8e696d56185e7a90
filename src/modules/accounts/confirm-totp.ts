import { requireStepUp, requireUser } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { keepTotp } from './enrol-totp.js';
import { guardedGuess } from './guarded-guess.js';
import { hasTotp } from './has-totp.js';
import type { OfferedTotp } from './offer-totp.js';
import { stepOfCode } from './totp.js';

/**
 * Makes an offered second factor the viewer's, as its code proves that their authenticator has it.
 * False for a wrong code. Throws `unauthorized`, `step_up_required`, `rate_limited`.
 */
export async function confirmTotp(
  ctx: RequestContext,
  { secret }: OfferedTotp,
  code: string,
): Promise<boolean> {
  const { userId } = requireUser(ctx);
  if (await hasTotp(ctx)) requireStepUp(ctx);
  const guess = { purpose: 'totp', account: userId, userId } as const;
  const usedStep = await guardedGuess(ctx, guess, async () =>
    stepOfCode(ctx.platform, secret, code),
  );
  if (usedStep === null) return false;
  await keepTotp(ctx, { userId, secret, usedStep });
  return true;
}
