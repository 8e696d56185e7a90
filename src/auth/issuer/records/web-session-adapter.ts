import type { Adapter } from 'oidc-provider';
import { verifySession } from '../../../modules/identity/index.js';
import type { Platform } from '../../../platform/platform.js';
import { RegisteredError } from '../../../registry/errors.js';
import type { UserViewer } from '../../../request/viewer.js';

/**
 * Lets the library read the browser's session as its own. Both use the same cookie, so signing out
 * or switching accounts applies to both. The library stores nothing about it, so its session never
 * outlives the browser's.
 */
export function webSessionAdapter(platform: Platform): Adapter {
  const { db } = platform;
  const find: Adapter['find'] = async (cookie) => {
    const viewer = await signedIn(platform, cookie);
    if (!viewer) return undefined;
    const { id, expiresAt } = viewer.credential;
    const row = await db.webSession.findUnique({ where: { id }, select: { createdAt: true } });
    return {
      jti: cookie,
      uid: id,
      kind: 'Session',
      accountId: viewer.userId,
      ...(row ? { loginTs: Math.floor(row.createdAt.getTime() / 1000) } : {}),
      ...(expiresAt ? { exp: Math.floor(expiresAt.getTime() / 1000) } : {}),
    };
  };
  return {
    find,
    findByUid: async () => undefined,
    upsert: nothing,
    consume: nothing,
    destroy: nothing,
    revokeByGrantId: nothing,
    findByUserCode: async () => undefined,
  };
}

async function nothing(): Promise<void> {}

/** The signed-in user; null if the account is blocked. */
async function signedIn(platform: Platform, cookie: string): Promise<UserViewer | null> {
  try {
    return await verifySession(platform, cookie);
  } catch (error) {
    if (error instanceof RegisteredError && error.code === 'account_blocked') return null;
    throw error;
  }
}
