import { Prisma } from '../../../platform/database/generated/client.js';
import type { GrantState } from '../../../platform/database/generated/enums.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { filtersOf } from '../../../request/filters.js';
import { checkedId } from '../../../request/ids.js';
import { type Page, type PageInput, readPage } from '../../../request/page.js';
import { withinGrant } from '../../identity/index.js';
import type { DownloadGrant } from './grant-list.type.js';

/** The filters of a list of grants (Spec 4.1, reserved filters). */
export interface GrantFilter {
  readonly artifactId?: string | null;
  readonly status?: GrantState | null;
  /** Both exclusive. */
  readonly expiresAfter?: Date | null;
  readonly expiresBefore?: Date | null;
}

/**
 * The viewer's own downloads, newest first. A credential limited to some mods sees only their
 * files. Throws `invalid_input`.
 */
export async function listGrants(
  ctx: RequestContext,
  filter: GrantFilter,
  page: PageInput,
): Promise<Page<DownloadGrant>> {
  const { actor, credential } = requireUser(ctx);
  // Grants and waits expire by time. The sweep only updates the row later.
  const state = Prisma.sql`case when g.state in ('waiting', 'active') and g.expires_at <= ${ctx.platform.clock.now()}
    then 'expired' else g.state end`;
  const where = whereOf(filter, state);
  return readPage(ctx, page, {
    context: { resource: 'grants', sort: 'created', filters: { actor, ...bound(filter) } },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(DownloadGrant & SnapshotRow)[]>`
        select g.id, g.artifact_id as "artifactId", (${state})::text as status,
          g.size_bytes as "sizeBytes", g.bytes_received as "bytesReceived",
          g.expires_at as "expiresAt", g.created_at as "createdAt", g.updated_at as "updatedAt",
          ${SNAPSHOT}
        from download_grants g join artifacts a on a.id = g.artifact_id
        where g.actor = ${actor} ${withinGrant(credential.modIds, Prisma.sql`a.mod_id`)} ${where}
          and ${committed(Prisma.sql`g.born_in`, snapshot)}
          ${after ? Prisma.sql`and (g.created_at, g.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by g.created_at desc, g.id desc limit ${limit}`,
    keysOf: (row) => [row.createdAt.toISOString(), row.id],
  });
}

function bound({ artifactId, status, expiresAfter, expiresBefore }: GrantFilter) {
  return filtersOf<GrantFilter>({ artifactId, status, expiresAfter, expiresBefore });
}

function whereOf(filter: GrantFilter, state: Prisma.Sql): Prisma.Sql {
  const { artifactId, status, expiresAfter, expiresBefore } = filter;
  const file = artifactId ? checkedId('artifactId', artifactId) : null;
  return Prisma.sql`
    ${file ? Prisma.sql`and g.artifact_id = ${file}::uuid` : Prisma.empty}
    ${status ? Prisma.sql`and (${state}) = ${status}::"GrantState"` : Prisma.empty}
    ${expiresAfter ? Prisma.sql`and g.expires_at > ${expiresAfter}` : Prisma.empty}
    ${expiresBefore ? Prisma.sql`and g.expires_at < ${expiresBefore}` : Prisma.empty}`;
}
