import type { Platform } from '../../platform/platform.js';
import { LIFECYCLES, sources } from '../../registry/states.js';

/** Marks grants that ran out; what they signed stopped working on its own. */
export async function expireGrants(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  await platform.db.downloadGrant.updateMany({
    where: {
      state: { in: sources(LIFECYCLES.downloadGrant, 'expire') },
      expiresAt: { lte: now },
    },
    data: { state: 'expired', updatedAt: now },
  });
}
