import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import { requireUser } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { confirmPassword } from './confirm-password.js';
import { requireEnrolment } from './may-enrol.js';
import { enrolmentOf, newTotp, type TotpEnrolment } from './totp.js';

/** A second factor that counts as soon as its first code is given back with it. */
export interface OfferedTotp extends TotpEnrolment {
  /** The secret for this account, encrypted: the form that brings the code brings it along. */
  readonly sealed: string;
}

/**
 * Offers the viewer a new second factor, once the password was given again; who has one already
 * proves that first. Nothing is kept before `confirmTotp`. Null for a wrong password.
 * Throws `unauthorized`, `step_up_required`, `rate_limited`, `forbidden` for staff without one.
 */
export async function offerTotp(
  ctx: RequestContext,
  password: string,
): Promise<OfferedTotp | null> {
  const { userId, username } = requireUser(ctx);
  await requireEnrolment(ctx);
  if (!(await confirmPassword(ctx, password))) return null;
  const { vault, clock } = ctx.platform;
  const offer = newTotp(ctx.platform, username);
  const ends = clock.now().getTime() + LIMITS.totpEnrolmentSeconds * 1000;
  const sealed = vault.seal(placeOf(userId), JSON.stringify({ secret: offer.secret, ends }));
  return { ...offer, sealed: Buffer.from(sealed).toString('base64url') };
}

/** What was offered to the viewer. Throws `invalid_input` for anything else, and after its time. */
export function readOffer(ctx: RequestContext, sealed: string): OfferedTotp {
  const { userId, username } = requireUser(ctx);
  const { secret, ends } = open(ctx, userId, sealed);
  if (ends <= ctx.platform.clock.now().getTime()) throw problem('invalid_input');
  return { ...enrolmentOf(ctx.platform, username, secret), sealed };
}

function open(ctx: RequestContext, userId: string, sealed: string) {
  try {
    const bytes = ctx.platform.vault.open(placeOf(userId), Buffer.from(sealed, 'base64url'));
    const { secret, ends }: { secret: string; ends: number } = JSON.parse(bytes.toString('utf8'));
    return { secret, ends };
  } catch (cause) {
    throw problem('invalid_input', { cause });
  }
}

function placeOf(userId: string): string {
  return `totp offered to ${userId}`;
}
