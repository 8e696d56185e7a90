import { Prisma } from '../../../platform/database/generated/client.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import type { RequestContext } from '../../../request/context.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import type { TeamMember } from './member.type.js';
import { requireModPermission } from './mod-access.js';
import { MEMBER_COLUMNS, MEMBERS, type MemberRow, presentMember } from './present-member.js';

/**
 * The team of a mod in order of joining, for all of its members (Spec 4.5). Throws `invalid_input`
 * and the errors of `requireModPermission`.
 */
export async function listMembers(
  ctx: RequestContext,
  modId: string,
  page: PageInput,
): Promise<Page<TeamMember>> {
  await requireModPermission(ctx, modId, 'read-drafts');
  const rows = await readPage<MemberRow & SnapshotRow>(ctx, page, {
    context: { resource: 'team-members', sort: 'joined', filters: { modId } },
    read: ({ snapshot, after }, limit) => ctx.platform.db.$queryRaw<(MemberRow & SnapshotRow)[]>`
      select ${MEMBER_COLUMNS}, ${SNAPSHOT} from ${MEMBERS}
      where m.id = ${modId}::uuid and ${committed(Prisma.sql`t.born_in`, snapshot)}
        ${after ? Prisma.sql`and (t.created_at, t.user_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
      order by t.created_at, t.user_id limit ${limit}`,
    keysOf: (row) => [row.since.toISOString(), row.userId],
  });
  return mapPage(
    rows,
    rows.items.map((row) => presentMember(ctx, row)),
  );
}
