import { timingSafeEqual } from 'node:crypto';
import type { Database } from '../../../platform/database/connect.js';
import type { UserState } from '../../../platform/database/generated/enums.js';
import type { CredentialModel } from '../../../platform/database/generated/models.js';
import { PREPARED } from '../../../platform/database/queries.js';
import type { Platform } from '../../../platform/platform.js';
import type { PlatformRole } from '../../../registry/access.js';
import { problem } from '../../../registry/errors.js';
import { isScope } from '../../../registry/scopes.js';
import type { UserViewer } from '../../../request/viewer.js';
import { stateOf } from './api-key.type.js';
import { hashOf, keyIdOf } from './secret.js';

/**
 * Returns the viewer of a presented secret, by one indexed read. It writes nothing; the use is
 * recorded and written later. A replaced secret works until its overlap ends. Spec 4.5, 5.1. Throws
 * `unauthorized` for a malformed, unknown, wrong, expired or revoked secret, and after the overlap,
 * without revealing the reason. Throws `account_blocked` for an account that is not active.
 */
export async function verifyToken(platform: Platform, secret: string): Promise<UserViewer> {
  const { clock, db, keys, lastUses } = platform;
  const keyId = keyIdOf(secret);
  if (keyId === null) throw problem('unauthorized');
  const row = await readByKeyId(db, keyId);
  const hash = hashOf(keys, secret);
  // Compares for an unknown id as well, so that the timing does not reveal whether the id exists.
  const right = timingSafeEqual(hash, row?.secretHash ?? new Uint8Array(hash.length));
  if (!row || !right || !isUsable(row, clock.now())) throw problem('unauthorized');
  if (row.userState !== 'active') throw problem('account_blocked');
  const lastUsedAt = lastUses.of(row.id) ?? row.lastUsedAt;
  lastUses.note(row.id);
  return {
    kind: 'user',
    actor: `user:${row.userId}`,
    userId: row.userId,
    username: row.username,
    role: row.role,
    credential: {
      kind: row.kind,
      id: row.id,
      clientId: null,
      scopes: row.scopes.filter(isScope),
      modIds: row.limited ? row.modIds : null,
      expiresAt: row.expiresAt,
      aal2At: row.aal2At,
      aal2Scopes: row.aal2Scopes.filter(isScope),
      lastUsedAt,
    },
  };
}

type Presented = Omit<
  CredentialModel,
  'name' | 'keyId' | 'sealedSecret' | 'rotatedFromId' | 'creatorIds' | 'createdAt'
> & {
  readonly username: string;
  readonly role: PlatformRole;
  readonly userState: UserState;
};

/** One statement for both rows; Prisma would send two. */
async function readByKeyId(db: Database, keyId: string): Promise<Presented | undefined> {
  const [row] = await db.$queryRaw<Presented[]>`${PREPARED}
    select c.id, c.kind::text, c.user_id as "userId", c.secret_hash as "secretHash", c.scopes,
      c.limited, c.mod_ids as "modIds", c.aal2_at as "aal2At",
      c.aal2_scopes as "aal2Scopes", c.expires_at as "expiresAt",
      c.revoked_at as "revokedAt", c.retires_at as "retiresAt", c.last_used_at as "lastUsedAt",
      u.username, u.role::text, u.state::text as "userState"
    from credentials c join users u on u.id = c.user_id where c.key_id = ${keyId}`;
  return row;
}

function isUsable(row: Presented, now: Date): boolean {
  const state = stateOf(row, now);
  return state === 'active' || state === 'retiring';
}

/**
 * Writes the last uses of tokens, keys and sessions, by their ids, in one statement, outside of
 * requests. A later use from another process stays.
 */
export async function writeLastUses(
  db: Pick<Database, '$executeRaw'>,
  uses: ReadonlyMap<string, Date>,
): Promise<void> {
  const ids = [...uses.keys()];
  const times = [...uses.values()];
  await db.$executeRaw`
    with used as (
      select * from unnest(${ids}::uuid[], ${times}::timestamptz[]) as used(id, at)
    ), of_sessions as (
      update web_sessions s set last_used_at = used.at from used
      where s.id = used.id and (s.last_used_at is null or s.last_used_at < used.at)
    )
    update credentials c set last_used_at = used.at from used
    where c.id = used.id and (c.last_used_at is null or c.last_used_at < used.at)`;
}
