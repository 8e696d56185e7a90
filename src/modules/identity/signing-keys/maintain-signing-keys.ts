import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { publishedKeys, signingKeyOf } from './published-keys.js';
import { rotateSigningKey } from './rotate-signing-key.js';

/**
 * Rotates the signing key when it is 90 days old, and deletes keys that are no longer published.
 * Creates no first key.
 */
export async function maintainSigningKeys(ctx: RequestContext): Promise<void> {
  const { clock, db } = ctx.platform;
  const now = clock.now();
  const keys = await publishedKeys(db, now);
  const current = signingKeyOf(keys, now);
  const isOld =
    current &&
    now.getTime() - current.signsFrom.getTime() > LIMITS.signingKeyLifetimeSeconds * 1000;
  const hasNext = keys.some(({ signsFrom }) => signsFrom > now);
  if (isOld && !hasNext) await rotateSigningKey(ctx, 'announced');
  await db.signingKey.deleteMany({ where: { publishedUntil: { lte: now } } });
}
