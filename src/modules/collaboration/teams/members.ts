import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { Prisma } from '../../../platform/database/generated/client.js';
import { TeamRole } from '../../../platform/database/generated/enums.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { TEAM_ROLES } from '../../../registry/access.js';
import { PAGE_ADDRESSES } from '../../../registry/addresses.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { mapPage, type Page, type PageInput, pageType, readPage } from '../../../request/page.js';
import { PublicAccount } from '../../identity/index.js';
import { requireModPermission } from './mod-access.js';

registerEnumType(TeamRole, { name: 'TeamRole' });

/** The account of a member, as shown to the team. */
@ObjectType({ simpleResolvers: true })
class TeamUser extends PublicAccount {}

/** A member of a mod's team (Spec 4.5). */
@ObjectType({ simpleResolvers: true })
export class TeamMember {
  @Field(() => TeamUser)
  readonly user!: TeamUser;

  @Field(() => TeamRole)
  readonly role!: TeamRole;

  @Field(() => [String], { description: 'The permissions of the role. New ones may be added.' })
  readonly permissions!: readonly string[];

  @Field(() => Date, {
    description: 'When the member joined. A change of role does not change it.',
  })
  readonly since!: Date;
}

/** One page of a team. */
export const TeamMemberPage = pageType('TeamMemberPage', () => TeamMember);

/** The columns of a member. */
interface MemberRow {
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  readonly profileOpen: boolean;
  readonly role: TeamRole;
  readonly since: Date;
}

/** The columns of a member, from `MEMBERS`. */
const MEMBER_COLUMNS = Prisma.sql`u.id as "userId", u.username,
  u.display_name as "displayName", u.profile_open as "profileOpen", t.role::text,
  t.created_at as since`;

/** The members `t` of the teams of mods `m`, with their accounts `u`. */
const MEMBERS = Prisma.sql`mods m join team_members t on t.team_id = m.team_id
  join users u on u.id = t.user_id`;

/** A member as shown to the team. */
function presentMember({ platform }: RequestContext, row: MemberRow): TeamMember {
  const { userId: id, username, displayName, profileOpen, role, since } = row;
  const profileUrl = profileOpen ? `${platform.publicUrl}${PAGE_ADDRESSES.user(username)}` : null;
  return {
    user: { id, username, displayName, profileUrl },
    role,
    permissions: TEAM_ROLES[role],
    since,
  };
}

/**
 * One member of a mod's team, for the team. Throws `user_not_found` for a user who is not a member,
 * and the errors of `requireModPermission`.
 */
export async function getMember(
  ctx: RequestContext,
  modId: string,
  userId: string,
): Promise<TeamMember> {
  await requireModPermission(ctx, modId, 'read-drafts');
  if (!isId(userId)) throw problem('user_not_found');
  const [row] = await ctx.platform.db.$queryRaw<MemberRow[]>`
    select ${MEMBER_COLUMNS} from ${MEMBERS} where m.id = ${modId}::uuid and u.id = ${userId}::uuid`;
  if (!row) throw await missing(ctx, userId, 'user_not_found');
  return presentMember(ctx, row);
}

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
