import { timingSafeEqual } from 'node:crypto';
import type { Platform } from '../../platform/platform.js';
import { problem } from '../../registry/errors.js';
import { isScope } from '../../registry/scopes.js';
import type { UserViewer } from '../../request/viewer.js';
import { hashOf, keyIdOf } from './secret.js';

/**
 * The viewer behind a presented secret; one indexed read. Spec 5.1.
 * Throws `unauthorized` for what is malformed, unknown, wrong, expired or revoked, without a
 * difference between them, and `account_blocked` where the account may not act.
 */
export async function verifyToken(platform: Platform, secret: string): Promise<UserViewer> {
  const keyId = keyIdOf(secret);
  if (keyId === null) throw problem('unauthorized');
  const row = await platform.db.credential.findUnique({
    where: { keyId },
    include: { user: { select: { id: true, username: true, role: true, state: true } } },
  });
  const hash = hashOf(platform.keys, secret);
  // An unknown id is compared as well, so that the answer takes as long as for a wrong secret.
  const right = timingSafeEqual(hash, row?.secretHash ?? new Uint8Array(hash.length));
  const now = platform.clock.now();
  if (!row || !right || row.revokedAt || (row.expiresAt && row.expiresAt <= now)) {
    throw problem('unauthorized');
  }
  if (row.user.state !== 'active') throw problem('account_blocked');
  return {
    kind: 'user',
    actor: `user:${row.user.id}`,
    userId: row.user.id,
    username: row.user.username,
    role: row.user.role,
    credential: {
      kind: row.kind,
      id: row.id,
      clientId: null,
      scopes: row.scopes.filter(isScope),
      modIds: row.limited ? row.modIds : null,
      expiresAt: row.expiresAt,
      aal2At: row.aal2At,
    },
  };
}
