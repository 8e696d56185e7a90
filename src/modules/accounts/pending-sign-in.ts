import { macOfText } from '../../platform/keys.js';
import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { nameOfFactors } from '../sessions/index.js';
import type { ProvenAccount } from './check-sign-in.js';

/** `<user id>.<milliseconds of its end>.<MAC>` */
const FORM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{13})\.([\w-]{43})$/;

/** Whose password was given, and the name of the factors that it was given for. */
export type PendingSignIn = Pick<ProvenAccount, 'userId' | 'provenBy'>;

/**
 * What a browser keeps between the password and the code of the second factor: that the password
 * was given, for whom, and until when. It is good for nothing without the code.
 */
export function makePendingSignIn(ctx: RequestContext, pending: PendingSignIn): string {
  const ends = ctx.platform.clock.now().getTime() + LIMITS.secondFactorSeconds * 1000;
  const mac = ctx.platform.keys.mac('sign-ins', saidOf(pending, ends)).toString('base64url');
  return `${pending.userId}.${ends}.${mac}`;
}

/**
 * Whose password a browser has given; null where what it keeps was altered, has expired, or was
 * made before the password or the second factor was changed or the account blocked.
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
