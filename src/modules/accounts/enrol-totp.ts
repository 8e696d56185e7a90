import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { newTotp, type TotpEnrolment, totpPlace } from './totp.js';

/**
 * Gives an account a new second factor, in place of any other; for operators, who have asked its
 * owner who they are. Throws `user_not_found`.
 */
export async function enrolTotp(ctx: RequestContext, username: string): Promise<TotpEnrolment> {
  const { db } = ctx.platform;
  const user = await db.user.findUnique({ where: { username }, select: { id: true } });
  if (!user) throw problem('user_not_found');
  const enrolment = newTotp(ctx.platform, username);
  await keepTotp(ctx, { userId: user.id, secret: enrolment.secret, usedStep: null });
  return enrolment;
}

/** Keeps the secret of a second factor, sealed; codes up to the used step are not taken any more. */
export async function keepTotp(
  ctx: RequestContext,
  { userId, secret, usedStep }: { userId: string; secret: string; usedStep: number | null },
): Promise<void> {
  const { vault, clock } = ctx.platform;
  await transact(ctx, async (tx) => {
    await tx.user.update({
      where: { id: userId },
      data: {
        totpSecret: vault.seal(totpPlace(userId), secret),
        totpLastStep: usedStep,
        revision: { increment: 1 },
        updatedAt: clock.now(),
      },
    });
    await audit(tx, ctx, { action: 'user.totp_enrolled', targetKind: 'user', targetId: userId });
  });
}
