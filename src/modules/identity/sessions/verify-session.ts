import type { Platform } from '../../../platform/platform.js';
import { problem } from '../../../registry/errors.js';
import { SESSION_SCOPES } from '../../../registry/scopes.js';
import type { UserViewer } from '../../../request/viewer.js';
import { hashesOf } from './token.js';

/**
 * Returns the viewer of a session cookie, with one indexed read. A session has all rights of its
 * user, because it is not delegated to a third party. Returns null for an unknown, expired or ended
 * session: the browser can sign in again. Throws `account_blocked` for any session of a blocked
 * account.
 */
export async function verifySession(platform: Platform, token: string): Promise<UserViewer | null> {
  const { keys } = platform;
  // Another process may have started the session under a newer key.
  const row =
    (await read(platform, token)) ?? (keys.refresh() ? await read(platform, token) : null);
  if (!row) return null;
  if (row.user.state !== 'active') throw problem('account_blocked');
  if (row.revokedAt || row.expiresAt <= platform.clock.now()) return null;
  return {
    kind: 'user',
    actor: `user:${row.user.id}`,
    userId: row.user.id,
    username: row.user.username,
    role: row.user.role,
    credential: {
      kind: 'session',
      id: row.id,
      clientId: null,
      scopes: SESSION_SCOPES,
      modIds: null,
      expiresAt: row.expiresAt,
      aal2At: row.aal2At,
    },
  };
}

function read({ db, keys }: Platform, token: string) {
  return db.webSession.findFirst({
    where: { tokenHash: { in: hashesOf(keys, token) } },
    include: { user: { select: { id: true, username: true, role: true, state: true } } },
  });
}
