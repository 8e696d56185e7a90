import type { Platform } from '../../../platform/platform.js';
import { createSystemContext } from '../../../request/context.js';
import { livingCredential } from '../../../request/living-credential.js';
import { transact } from '../../../request/transact.js';
import { disableSubscriptions } from './disable-subscriptions.js';

const BATCH = 1_000;

/**
 * Disables the subscriptions of expired or replaced tokens and keys, because no request does that.
 * Until then each of their deliveries is cancelled separately. Runs every ten minutes.
 */
export async function endOrphanedSubscriptions(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const ended = await db.$queryRaw<{ id: string }[]>`
    select distinct c.id from webhook_subscriptions s
    join credentials c on c.id = s.credential_id
    where s.state = 'active' and not (${livingCredential(clock.now())}) limit ${BATCH}`;
  if (ended.length === 0) return;
  const ctx = createSystemContext(platform, 'job sweep-webhooks');
  await transact(ctx, (tx) =>
    disableSubscriptions(tx, ctx, { credentialIds: ended.map(({ id }) => id) }),
  );
}
