import { timingSafeEqual } from 'node:crypto';
import type { CredentialModel } from '../../platform/database/generated/models.js';
import type { Platform } from '../../platform/platform.js';
import { problem } from '../../registry/errors.js';
import { isScope } from '../../registry/scopes.js';
import type { UserViewer } from '../../request/viewer.js';
import { hashOf, keyIdOf } from './secret.js';
import { stateOf } from './state.js';

/**
 * The viewer behind a presented secret; one indexed read, and nothing is written: that it was used
 * is noted, and written later. Spec 5.1.
 * Throws `unauthorized` for what is malformed, unknown, wrong, expired, revoked or replaced, without
 * a difference between them, and `account_blocked` where the account may not act.
 */
export async function verifyToken(platform: Platform, secret: string): Promise<UserViewer> {
  const { clock, db, keys, lastUses } = platform;
  const keyId = keyIdOf(secret);
  if (keyId === null) throw problem('unauthorized');
  const row = await db.credential.findUnique({
    where: { keyId },
    include: { user: { select: { id: true, username: true, role: true, state: true } } },
  });
  const hash = hashOf(keys, secret);
  // An unknown id is compared as well, so that the answer takes as long as for a wrong secret.
  const right = timingSafeEqual(hash, row?.secretHash ?? new Uint8Array(hash.length));
  if (!row || !right || !holds(row, clock.now())) throw problem('unauthorized');
  if (row.user.state !== 'active') throw problem('account_blocked');
  const lastUsedAt = lastUses.of(row.id) ?? row.lastUsedAt;
  lastUses.note(row.id);
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
      lastUsedAt,
    },
  };
}

function holds(row: CredentialModel, now: Date): boolean {
  const state = stateOf(row, now);
  return state === 'active' || state === 'retiring';
}
