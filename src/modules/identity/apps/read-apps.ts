import { Prisma } from '../../../platform/database/generated/client.js';
import type { AppModel } from '../../../platform/database/generated/models.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { requireAdmin } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { inOrderOf, type LoaderDefinition } from '../../../request/loaders.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import { etagOf } from '../../../request/validator.js';
import type { App, AppGrant, AppOwner } from './app.type.js';
import { requireWholeAccount } from './app-access.js';
import { effectiveScopes, unreviewedScopes } from './app-scopes.js';

/** The columns of an application that may be shown; the hash of its secret is not one of them. */
type AppRow = Omit<AppModel, 'secretHash' | 'reviewedById' | 'operatorApprovedAt' | 'deletedAt'>;

/** An application for its owner and reviewers. */
export function presentApp(row: AppRow): App {
  return {
    id: row.id,
    clientId: row.clientId,
    kind: row.kind,
    name: row.name,
    redirectUris: row.redirectUris,
    scopes: row.scopes,
    approvedScopes: row.approvedScopes,
    effectiveScopes: effectiveScopes(row),
    unreviewedScopes: unreviewedScopes(row),
    review: row.review,
    reviewNote: row.reviewNote,
    reviewedAt: row.reviewedAt,
    secretHint: row.secretHint,
    secretAt: row.secretAt,
    disabledAt: row.disabledAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    etag: etagOf(row.id, row.revision),
    ownerId: row.ownerId,
  };
}

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
 * The applications of all users that wait for a review, the oldest application first. Throws the
 * errors of `requireAdmin`, and `invalid_input`.
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

/** The owners of applications, by the ids of their accounts; null for an unknown id. */
export const ownerById: LoaderDefinition<string, AppOwner | null> = {
  name: 'ownerById',
  async batch(ctx, ids) {
    const rows = await ctx.platform.db.user.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true, username: true },
    });
    return inOrderOf(ids, rows, (row) => row.id);
  },
};
