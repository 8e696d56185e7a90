import { Prisma } from '../../../platform/database/generated/client.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import { goneObject } from '../../../request/refusals.js';
import { requireModPermission } from '../teams/mod-access.js';
import { isLivePublisher } from './live-publisher.js';
import type { TrustedPublisher } from './trusted-publisher.type.js';

interface PublisherRow extends Omit<TrustedPublisher, 'createdBy'> {
  readonly createdById: string;
  readonly username: string;
  readonly removedAt: Date | null;
}

function columnsOf({ platform }: RequestContext): Prisma.Sql {
  return Prisma.sql`tp.id, tp.mod_id as "modId", tp.issuer, tp.provider::text, tp.repository,
    tp.repository_id as "repositoryId", tp.repository_owner_id as "repositoryOwnerId", tp.workflow,
    tp.environment, tp.ref, tp.last_used_at as "lastUsedAt", tp.removed_at as "removedAt",
    tp.created_at as "createdAt", tp.created_by_id as "createdById", c.username,
    (${isLivePublisher(platform)}) as active`;
}

function present({ createdById, username, removedAt, ...row }: PublisherRow): TrustedPublisher {
  return { ...row, createdBy: { id: createdById, username } };
}

/**
 * Reads the trusted publishers of a mod without the removed ones, the oldest first, for its owners.
 * Throws `invalid_input` and the errors of `requireModPermission`.
 */
export async function listTrustedPublishers(
  ctx: RequestContext,
  modId: string,
  page: PageInput,
): Promise<Page<TrustedPublisher>> {
  await requireModPermission(ctx, modId, 'team');
  const rows = await readPage<PublisherRow & SnapshotRow>(ctx, page, {
    context: { resource: 'trusted-publishers', sort: 'created', filters: { modId } },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(PublisherRow & SnapshotRow)[]>`
        select ${columnsOf(ctx)}, ${SNAPSHOT}
        from trusted_publishers tp join users c on c.id = tp.created_by_id
        where tp.mod_id = ${modId}::uuid and tp.removed_at is null
          and ${committed(Prisma.sql`tp.born_in`, snapshot)}
          ${after ? Prisma.sql`and (tp.created_at, tp.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by tp.created_at, tp.id limit ${limit}`,
    keysOf: (row) => [row.createdAt.toISOString(), row.id],
  });
  return mapPage(
    rows,
    rows.items.map(({ snapshot: _snapshot, ...row }) => present(row)),
  );
}

/**
 * Reads a trusted publisher of a mod, for its owners. Throws `not_found`, `gone` for a removed one,
 * and the errors of `requireModPermission`.
 */
export async function getTrustedPublisher(
  ctx: RequestContext,
  modId: string,
  id: string,
): Promise<TrustedPublisher> {
  await requireModPermission(ctx, modId, 'team');
  const [row] = isId(id)
    ? await ctx.platform.db.$queryRaw<PublisherRow[]>`
        select ${columnsOf(ctx)}
        from trusted_publishers tp join users c on c.id = tp.created_by_id
        where tp.id = ${id}::uuid and tp.mod_id = ${modId}::uuid`
    : [];
  if (!row) throw await missing(ctx, id);
  if (row.removedAt) throw goneObject(id);
  return present(row);
}
