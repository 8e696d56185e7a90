import type { Platform } from '../../../platform/platform.js';
import { holdKeys } from './hold-keys.js';
import { insertKey } from './insert-key.js';
import { makeKey } from './make-key.js';
import { publishedKeys, signingKeyOf } from './published-keys.js';

/**
 * Creates the first signing key if none exists. If several processes start at once, only one
 * creates it.
 */
export async function createFirstKey(platform: Platform): Promise<void> {
  const key = await makeKey();
  await platform.db.$transaction(async (tx) => {
    await holdKeys(tx);
    const now = platform.clock.now();
    if (signingKeyOf(await publishedKeys(tx, now), now)) return;
    await insertKey(platform, tx, key, now);
  });
}
