import { macOfText } from '../../../platform/keys.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { nameOfFactors } from '../sessions/factors.js';
import type { ProvenAccount } from './check-sign-in.js';

/** `<user id>.<expiry in milliseconds>.<MAC>` */
const FORM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{13})\.([\w-]{43})$/;

/** The user who passed the password step, and the fingerprint of the verified factors. */
export type PendingSignIn = Pick<ProvenAccount, 'userId' | 'provenBy'>;

/**
 * The cookie between the password step and the code step. It holds the user, the expiry and a MAC.
 * Without the code it gives no access.
 */
export function makePendingSignIn(ctx: RequestContext, pending: PendingSignIn): string {
  const ends = ctx.platform.clock.now().getTime() + LIMITS.secondFactorSeconds * 1000;
  const mac = ctx.platform.keys.mac('sign-ins', saidOf(pending, ends)).toString('base64url');
  return `${pending.userId}.${ends}.${mac}`;
}

/**
 * Returns the user who passed the password step, or null. Null if the cookie was altered or has
 * expired, if the password or the second factor was changed, or if the account is blocked.
 */
export async function readPendingSignIn(
  ctx: RequestContext,
  text: string,
): Promise<PendingSignIn | null> {
  const [, userId = '', ends = '', mac = ''] = FORM.exec(text) ?? [];
  if (Number(ends) <= ctx.platform.clock.now().getTime()) return null;
  const user = await ctx.platform.db.user.findUnique({
    where: { id: userId },
    select: { id: true, passwordHash: true, totpSecret: true, state: true },
  });
  if (user?.state !== 'active') return null;
  const pending = { userId, provenBy: nameOfFactors(ctx.platform, user) };
  const said = saidOf(pending, Number(ends));
  return ctx.platform.keys.verify('sign-ins', said, macOfText(mac)) ? pending : null;
}

function saidOf({ userId, provenBy }: PendingSignIn, ends: number): string {
  return JSON.stringify(['pending sign-in', userId, ends, provenBy]);
}
