import { createHash } from 'node:crypto';
import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { CredentialModel } from '../../../platform/database/generated/models.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import type { Platform } from '../../../platform/platform.js';
import { problem } from '../../../registry/errors.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import { type ApiKey, type ResourceGrant, stateOf } from './api-key.type.js';
import { prefixOf } from './secret.js';

/** A credential for its owner, without its secret. */
export function presentKey({ clock, lastUses }: Platform, row: CredentialModel): ApiKey {
  const state = stateOf(row, clock.now());
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    displayPrefix: `${prefixOf(row.kind)}_${row.keyId}`,
    fingerprint: fingerprintOf(row),
    scopes: row.scopes,
    resourceGrants: resourceGrantsOf(row.limited ? row.modIds : null),
    state,
    expiresAt: row.expiresAt,
    lastUsedAt: lastUses.of(row.id) ?? row.lastUsedAt,
    rotatedFromId: row.rotatedFromId,
    retiresAt: row.retiresAt,
    // The end of an overlap is not stored separately.
    revokedAt: row.revokedAt ?? (state === 'revoked' ? row.retiresAt : null),
    createdAt: row.createdAt,
  };
}

/** The resources that a credential is limited to; null if it covers its whole account. */
export function resourceGrantsOf(modIds: readonly string[] | null): ResourceGrant[] | null {
  return modIds?.map((id) => ({ type: 'mod', id })) ?? null;
}

/** Hex of the SHA-256 of the stored keyed hash. It reveals neither that hash nor the secret. */
export function fingerprintOf({ secretHash }: Pick<CredentialModel, 'secretHash'>): string {
  return createHash('sha256').update(secretHash).digest('hex');
}

/**
 * The viewer's own tokens and API keys, newest first, including ended ones; never a secret. A
 * credential limited to some mods sees only keys within them. Spec 4.5. Throws `unauthorized`,
 * and the errors of `readPage`.
 */
export async function listApiKeys(ctx: RequestContext, page: PageInput): Promise<Page<ApiKey>> {
  const { userId, credential } = requireUser(ctx);
  const { db } = ctx.platform;
  const within = credential.modIds
    ? Prisma.sql`and c.limited and c.mod_ids <@ ${[...credential.modIds]}::uuid[]`
    : Prisma.empty;
  const rows = await readPage(ctx, page, {
    context: {
      resource: 'api-keys',
      sort: 'created',
      filters: { viewer: userId, credential: credential.modIds && credential.id },
    },
    read: ({ snapshot, after }, limit) => db.$queryRaw<(CredentialModel & SnapshotRow)[]>`
        select c.id, c.kind::text, c.user_id as "userId", c.name, c.key_id as "keyId",
          c.secret_hash as "secretHash", c.scopes, c.limited, c.mod_ids as "modIds",
          c.expires_at as "expiresAt", c.revoked_at as "revokedAt",
          c.last_used_at as "lastUsedAt", c.rotated_from_id as "rotatedFromId",
          c.retires_at as "retiresAt", c.created_at as "createdAt", ${SNAPSHOT}
        from credentials c
        where c.user_id = ${userId}::uuid and c.kind in ('pat', 'api_key') ${within}
          and ${committed(Prisma.sql`c.born_in`, snapshot)}
          ${after ? Prisma.sql`and (c.created_at, c.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by c.created_at desc, c.id desc limit ${limit}`,
    keysOf: (row) => [row.createdAt.toISOString(), row.id],
  });
  return mapPage(
    rows,
    rows.items.map((row) => presentKey(ctx.platform, row)),
  );
}

/**
 * A token or API key of the viewer. Throws `unauthorized`, `not_found` if it is unknown, is the
 * account key or belongs to another user, and `gone` for the id of a deleted object.
 */
export async function readOwnKey(ctx: RequestContext, id: string): Promise<CredentialModel> {
  const { userId } = requireUser(ctx);
  if (!isId(id)) throw problem('not_found');
  const row = await ctx.platform.db.credential.findFirst({
    where: { id, userId, kind: { in: ['pat', 'api_key'] } },
  });
  if (!row) throw await missing(ctx, id, 'not_found');
  return row;
}

/** The number of valid tokens and API keys of a user, without those that were rotated. */
export function countActive(
  db: Pick<Tx, 'credential'>,
  userId: string,
  now: Date,
): Promise<number> {
  return db.credential.count({
    where: {
      userId,
      kind: { in: ['pat', 'api_key'] },
      revokedAt: null,
      retiresAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
  });
}
