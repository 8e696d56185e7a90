import { Prisma } from '../../../platform/database/generated/client.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import type { RequestContext } from '../../../request/context.js';
import { type Page, type PageInput, readPage } from '../../../request/page.js';
import type { AppGrant } from './app.type.js';
import { requireWholeAccount } from './app-access.js';

/**
 * The viewer's current approvals, newest first. Throws `resource_scope_denied`, `invalid_input`.
 */
export async function listMyAppGrants(
  ctx: RequestContext,
  page: PageInput,
): Promise<Page<AppGrant>> {
  const { userId } = requireWholeAccount(ctx);
  return readPage(ctx, page, {
    context: { resource: 'app-grants', sort: 'created', filters: { user: userId } },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(AppGrant & SnapshotRow)[]>`
        select g.id, a.client_id as "clientId", a.name as "appName", g.scopes,
          a.disabled_at as "disabledAt", g.created_at as "createdAt", ${SNAPSHOT}
        from app_grants g join apps a on a.id = g.app_id
        where g.user_id = ${userId}::uuid and g.revoked_at is null
          and ${committed(Prisma.sql`g.born_in`, snapshot)}
          ${after ? Prisma.sql`and (g.created_at, g.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by g.created_at desc, g.id desc limit ${limit}`,
    keysOf: (row) => [row.createdAt.toISOString(), row.id],
  });
}
