import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { publishedKeys, signingKeyOf } from './published-keys.js';
import { rotateSigningKey } from './rotate-signing-key.js';

/**
 * Renews the key that signs when it is 90 days old, and removes those that nobody verifies with any
 * more. Where nobody needed a key yet, none is made.
 */
export async function tendSigningKeys(ctx: RequestContext): Promise<void> {
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
