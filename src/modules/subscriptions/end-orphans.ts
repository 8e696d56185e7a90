import type { Platform } from '../../platform/platform.js';
import { createSystemContext } from '../../request/context.js';
import { livingCredential } from '../../request/living-credential.js';
import { transact } from '../../request/transact.js';
import { disableSubscriptions } from './disable-subscriptions.js';

const BATCH = 1_000;

/**
 * Disables the subscriptions of tokens and keys that expired or were replaced: no request ends those.
 * Until then their deliveries are cancelled one by one. Runs every ten minutes.
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
