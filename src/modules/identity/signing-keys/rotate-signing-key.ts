import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { holdKeys } from './hold-keys.js';
import { insertKey } from './insert-key.js';
import { makeKey } from './make-key.js';
import { publishedKeys, signingKeyOf } from './published-keys.js';
import { openedKey } from './sealed-key.js';

/** When the next key starts to sign: after its announcement period, or at once. */
export type Takeover = 'announced' | 'at-once';

/** A newly created key. */
export interface RotatedKey {
  readonly kid: string;
  readonly signsFrom: Date;
}

/** Tolerance for the clocks of clients. */
const MARGIN_SECONDS = 5 * 60;

/**
 * Creates the next signing key for ID tokens. It is published one day before it signs. Former keys
 * stay published while tokens that they signed are valid. `at-once` is for a compromised key: it
 * withdraws all former keys immediately. A key that this process cannot open does not sign, so its
 * successor signs at once.
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
