import { problem } from '../../../registry/errors.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { keepTotp } from './enrol-totp.js';
import { guardedGuess } from './guarded-guess.js';
import { requireEnrolment } from './may-enrol.js';
import type { OfferedTotp } from './offer-totp.js';
import { stepOfCode } from './totp.js';

/**
 * Activates an offered second factor after a valid code from the viewer's authenticator. Ends all
 * other browser sessions. Returns false for a wrong code. Throws `unauthorized`, `rate_limited`,
 * `step_up_required` (also if another second factor was set up in the meantime), and `forbidden`
 * for a first second factor of staff.
 */
export async function confirmTotp(
  ctx: RequestContext,
  { secret }: OfferedTotp,
  code: string,
): Promise<boolean> {
  const { userId, credential } = requireUser(ctx);
  const { totpSecret: replaces } = await ctx.platform.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { totpSecret: true },
  });
  await requireEnrolment(ctx);
  const guess = { purpose: 'totp', account: userId, userId } as const;
  const usedStep = await guardedGuess(ctx, guess, async () =>
    stepOfCode(ctx.platform, secret, code),
  );
  if (usedStep === null) return false;
  const factor = { userId, secret, usedStep, replaces, sessionId: credential.id };
  if (!(await keepTotp(ctx, factor))) throw problem('step_up_required');
  return true;
}
