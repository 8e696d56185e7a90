import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { ModState } from '../../../platform/database/generated/enums.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { TEAM_ROLES, type TeamRole } from '../../../registry/access.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import { mapPage, type Page, PageArgs, type PageInput, readPage } from '../../../request/page.js';
import type { Texts } from '../../../request/scalars.js';
import { Scoped } from '../../../request/scoped.js';
import { inResourceGrants } from '../credentials/delegation.js';
import { getMe, Me, type MyResource, MyResourcePage } from './me.js';
import { Profile, readProfile, UpdateProfileInput, updateProfile } from './profile.js';

interface Membership extends SnapshotRow {
  readonly id: string;
  readonly slug: string;
  readonly title: Texts;
  readonly state: ModState;
  readonly role: TeamRole;
  readonly since: Date;
}

/**
 * The mods of the viewer's teams, with role and permissions, the latest membership first. A
 * credential that is limited to some mods sees only those. Spec 4.6. Throws `invalid_input`.
 */
async function listMyResources(ctx: RequestContext, page: PageInput): Promise<Page<MyResource>> {
  const { userId, credential } = requireUser(ctx);
  const { modIds } = credential;
  const rows = await readPage(ctx, page, {
    context: {
      resource: 'my-resources',
      sort: 'joined',
      filters: { viewer: userId, credential: modIds && credential.id },
    },
    read: ({ snapshot, after }, limit) => ctx.platform.db.$queryRaw<Membership[]>`
        select m.id, m.slug, m.title, m.state::text, t.role::text, t.created_at as since, ${SNAPSHOT}
        from team_members t join mods m on m.team_id = t.team_id
        where t.user_id = ${userId}::uuid and m.state <> 'deleted'
          ${inResourceGrants(modIds, Prisma.sql`m.id`)}
          and ${committed(Prisma.sql`t.born_in`, snapshot)}
          ${after ? Prisma.sql`and (t.created_at, m.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by t.created_at desc, m.id desc limit ${limit}`,
    keysOf: (row) => [row.since.toISOString(), row.id],
  });
  return mapPage(rows, rows.items.map(presentResource));
}

function presentResource({ id, slug, title, state, role }: Membership): MyResource {
  const mod = { id, slug, title, state };
  return { type: 'mod', id, role, permissions: TEAM_ROLES[role], mod };
}

/** Queries and mutations for the viewer's account (Spec 4.6). */
@Resolver()
export class MeResolver {
  @Query(() => Me, { description: 'The account and the credential of the caller. Needs no scope.' })
  @Scoped('required')
  @Reads('account')
  getMe(@Ctx() ctx: RequestContext): Promise<Me> {
    return getMe(ctx);
  }

  @Query(() => MyResourcePage, { description: 'The mods whose teams include the viewer.' })
  @Scoped('required', 'account:read')
  @Reads('account')
  listMyResources(
    @Ctx() ctx: RequestContext,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<MyResource>> {
    return listMyResources(ctx, page);
  }

  @Query(() => Profile)
  @Scoped('required', 'profile:read')
  @Reads('account')
  getMyProfile(@Ctx() ctx: RequestContext): Promise<Profile> {
    return readProfile(ctx);
  }

  @Mutation(() => Profile, { description: 'Changes the profile. Omitted members stay unchanged.' })
  @Scoped('required', 'profile:write')
  @Writes('account', 'user', null)
  updateMyProfile(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => UpdateProfileInput) input: UpdateProfileInput,
  ): Promise<Profile> {
    return updateProfile(ctx, input);
  }
}
