import { timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';

/** `<user id>.<milliseconds of its end>.<MAC>` */
const FORM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{13})\.([\w-]{43})$/;

/**
 * What a browser keeps between the password and the code of the second factor: that the password
 * was given, for whom, and until when. It is good for nothing without the code.
 */
export async function makePendingSignIn(ctx: RequestContext, userId: string): Promise<string> {
  const ends = ctx.platform.clock.now().getTime() + LIMITS.secondFactorSeconds * 1000;
  const user = await ctx.platform.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordHash: true },
  });
  return `${userId}.${ends}.${macOf(ctx, userId, ends, user.passwordHash)}`;
}

/**
 * Whose password a browser has given; null where what it keeps was altered, has expired, or was
 * made before the password was changed or the account blocked.
 */
export async function readPendingSignIn(ctx: RequestContext, text: string): Promise<string | null> {
  const [, userId = '', ends = '', mac = ''] = FORM.exec(text) ?? [];
  if (Number(ends) <= ctx.platform.clock.now().getTime()) return null;
  const user = await ctx.platform.db.user.findUnique({
    where: { id: userId },
    select: { passwordHash: true, state: true },
  });
  if (user?.state !== 'active') return null;
  const expected = macOf(ctx, userId, Number(ends), user.passwordHash);
  return timingSafeEqual(Buffer.from(mac), Buffer.from(expected)) ? userId : null;
}

function macOf(ctx: RequestContext, userId: string, ends: number, passwordHash: string | null) {
  const said = JSON.stringify(['pending sign-in', userId, ends, passwordHash]);
  return ctx.platform.keys.mac('sessions', said).toString('base64url');
}
