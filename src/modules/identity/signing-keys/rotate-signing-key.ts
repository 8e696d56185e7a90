import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { lockSigningKeys, publishedKeys, signingKeyOf } from './keyring.js';
import { insertKey, makeKey, openedKey } from './make-key.js';

/** When the next key starts to sign: after its announcement period, or at once. */
type Takeover = 'announced' | 'at-once';

/** A newly created key. */
interface RotatedKey {
  readonly kid: string;
  readonly signsFrom: Date;
}

/** Tolerance for the clocks of clients. */
const MARGIN_SECONDS = 5 * 60;

/**
 * Creates the next signing key for ID tokens, with an audit line. With `announced`, it is published
 * one day before it signs. Former keys stay published while tokens that they signed are valid.
 * `at-once` is for a compromised key: it withdraws all former keys immediately. A key that this
 * process cannot open does not sign, so its successor signs at once.
 */
export async function rotateSigningKey(
  ctx: RequestContext,
  takeover: Takeover,
): Promise<RotatedKey> {
  const { platform } = ctx;
  const key = await makeKey();
  return transact(ctx, async (tx) => {
    await lockSigningKeys(tx);
    const now = platform.clock.now();
    const current = signingKeyOf(await publishedKeys(tx, now), now);
    const waits = takeover === 'announced' && current && openedKey(platform, current);
    const signsFrom = waits ? after(now, LIMITS.signingKeyAheadSeconds) : now;
    const validFor = LIMITS.idTokenLifetimeSeconds + MARGIN_SECONDS;
    await tx.signingKey.updateMany({
      where: { publishedUntil: null },
      data: { publishedUntil: takeover === 'at-once' ? now : after(signsFrom, validFor) },
    });
    if (takeover === 'at-once') {
      const withdrawn = { publishedUntil: { gt: now } };
      await tx.signingKey.updateMany({ where: withdrawn, data: { publishedUntil: now } });
    }
    await insertKey(platform, tx, key, signsFrom);
    await audit(tx, ctx, {
      action: 'signing_key.rotated',
      targetKind: 'signing_key',
      targetId: null,
      data: { kid: key.kid, signs_from: signsFrom.toISOString() },
    });
    return { kid: key.kid, signsFrom };
  });
}

function after(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}

/**
 * Rotates the signing key when it has signed for 90 days and no next key exists, and deletes keys
 * that are no longer published. Creates no first key.
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
