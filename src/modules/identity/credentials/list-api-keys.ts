import { Prisma } from '../../../platform/database/generated/client.js';
import type { CredentialModel } from '../../../platform/database/generated/models.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import type { ApiKey } from './api-key.type.js';
import { presentKey } from './present-key.js';

/**
 * The viewer's own tokens and keys, newest first, including ended ones; never a secret. A
 * credential limited to some mods sees only keys within them. Spec 4.5. Throws `invalid_input`.
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
