import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { holdKeys } from './hold-keys.js';
import { insertKey } from './insert-key.js';
import { makeKey } from './make-key.js';
import { publishedKeys, signingKeyOf } from './published-keys.js';
import { openedKey } from './sealed-key.js';

/** When the next key takes over: after it was known long enough, or at once. */
export type Takeover = 'announced' | 'at-once';

/** A key that was made. */
export interface RotatedKey {
  readonly kid: string;
  readonly signsFrom: Date;
}

/** Clocks of clients go apart by less. */
const MARGIN_SECONDS = 5 * 60;

/**
 * Makes the next key that signs ID tokens. It is published a day before it signs, and those before
 * it for as long as something they signed is valid. At once, for a key that somebody may have
 * copied, those before it are withdrawn with the same moment. A key that this process cannot open
 * does not sign any more, so its successor does at once.
 */
export async function rotateSigningKey(
  ctx: RequestContext,
  takeover: Takeover,
): Promise<RotatedKey> {
  const { platform } = ctx;
  const key = await makeKey();
  return transact(ctx, async (tx) => {
    await holdKeys(tx);
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
