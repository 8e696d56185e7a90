import { Prisma } from '../../../platform/database/generated/client.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { requireAdmin } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import type { App } from './app.type.js';
import { requireWholeAccount } from './app-access.js';
import { type AppRow, presentApp } from './present-app.js';

const COLUMNS = Prisma.sql`a.id, a.client_id as "clientId", a.kind::text, a.owner_id as "ownerId", a.name,
  a.redirect_uris as "redirectUris", a.scopes, a.review::text, a.approved_scopes as "approvedScopes",
  a.review_note as "reviewNote", a.reviewed_at as "reviewedAt", a.secret_hint as "secretHint",
  a.secret_at as "secretAt", a.disabled_at as "disabledAt", a.revision,
  a.created_at as "createdAt", a.updated_at as "updatedAt", ${SNAPSHOT}`;

/** The viewer's own applications, newest first. Throws `resource_scope_denied`, `invalid_input`. */
export async function listMyApps(ctx: RequestContext, page: PageInput): Promise<Page<App>> {
  const { userId } = requireWholeAccount(ctx);
  const rows = await readPage(ctx, page, {
    context: { resource: 'apps', sort: 'created', filters: { owner: userId } },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(AppRow & SnapshotRow)[]>`
        select ${COLUMNS} from apps a
        where a.owner_id = ${userId}::uuid and a.deleted_at is null
          and ${committed(Prisma.sql`a.born_in`, snapshot)}
          ${after ? Prisma.sql`and (a.created_at, a.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by a.created_at desc, a.id desc limit ${limit}`,
    keysOf: (row) => keysOf(row),
  });
  return mapPage(rows, rows.items.map(presentApp));
}

/**
 * The applications of all users that wait for a review, the longest waiting first. Throws
 * `forbidden`, `insufficient_scope`, `invalid_input`.
 */
export async function listAppsUnderReview(
  ctx: RequestContext,
  page: PageInput,
): Promise<Page<App>> {
  requireAdmin(ctx);
  const rows = await readPage(ctx, page, {
    context: { resource: 'apps-under-review', sort: 'created', filters: {} },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(AppRow & SnapshotRow)[]>`
        select ${COLUMNS} from apps a
        where a.review = 'pending' and a.deleted_at is null
          and ${committed(Prisma.sql`a.born_in`, snapshot)}
          ${after ? Prisma.sql`and (a.created_at, a.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by a.created_at, a.id limit ${limit}`,
    keysOf: (row) => keysOf(row),
  });
  return mapPage(rows, rows.items.map(presentApp));
}

function keysOf(row: AppRow): string[] {
  return [row.createdAt.toISOString(), row.id];
}
