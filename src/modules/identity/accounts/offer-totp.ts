import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { confirmPassword } from './confirm-password.js';
import { requireEnrolment } from './may-enrol.js';
import { enrolmentOf, newTotp, type TotpEnrolment } from './totp.js';

/** A second factor that becomes active with its first valid code. */
export interface OfferedTotp extends TotpEnrolment {
  /** The secret, encrypted for this account. The form returns it with the code. */
  readonly sealed: string;
}

/**
 * Offers the viewer a new second factor after a password check. A viewer who already has one needs
 * a step-up first. Stores nothing until `confirmTotp`. Returns null for a wrong password. Throws
 * `unauthorized`, `step_up_required`, `rate_limited`, `forbidden` for staff without a second
 * factor.
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

/** Decrypts an offer to the viewer. Throws `invalid_input` if it is invalid or expired. */
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
