import { Arg, Args, Ctx, Field, ID, ObjectType, Query, Resolver } from 'type-graphql';
import { Prisma } from '../../../platform/database/generated/client.js';
import { TeamRole } from '../../../platform/database/generated/enums.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { MOD_HISTORY, UNNAMED_HISTORY } from '../../../registry/mod-history.js';
import type { RequestContext } from '../../../request/context.js';
import { Reads } from '../../../request/operation-facts.js';
import { type Page, PageArgs, type PageInput, pageType, readPage } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { requireModPermission } from '../teams/mod-access.js';

/**
 * A line of the audit log about a mod, for its team. The members about a version, a file or a team
 * member are null if the action is about none.
 */
@ObjectType({ simpleResolvers: true })
class ModHistoryEntry {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => Date)
  readonly recordedAt!: Date;

  @Field(() => String, { description: 'The action, such as `version.published`.' })
  readonly action!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The member or former member who acted; null for staff, jobs and deleted accounts.',
  })
  readonly actorName!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The version that the action is about. Null without one.',
  })
  readonly versionId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The version string of that version. Null without one.',
  })
  readonly version!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the file that the action is about. Null without one.',
  })
  readonly fileName!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The member that the action is about. Null without one, and for a deleted account.',
  })
  readonly memberName!: string | null;

  @Field(() => TeamRole, {
    nullable: true,
    description: 'The new role of that member. Null unless the action sets one.',
  })
  readonly role!: TeamRole | null;

  @Field(() => [String], { description: 'The names of the changed fields.' })
  readonly fields!: readonly string[];
}

/** One page of the history of a mod. */
const ModHistoryPage = pageType('ModHistoryPage', () => ModHistoryEntry);

/**
 * The objects of a mod to which audit entries refer: itself, its versions, files, uploads and
 * pictures, with the version and the file of each.
 */
const targetsOf = (modId: string) => Prisma.sql`
  select ${modId}::uuid as id, null::uuid as version_id, null::text as file_name
  union all select id, id, null from mod_versions where mod_id = ${modId}::uuid
  union all select id, version_id, original_filename from artifacts where mod_id = ${modId}::uuid
  union all select id, version_id, filename from upload_sessions where mod_id = ${modId}::uuid
  union all select id, null, null from media where mod_id = ${modId}::uuid`;

/** The name of the member that the line `f` is about, who is or was in the team of the mod. */
const memberName = (modId: string) => Prisma.sql`(
  select u.display_name from users u join mods m on m.id = ${modId}::uuid
  where u.id = (f.data->>'user_id')::uuid and u.state <> 'deleted' and (
    exists (select from team_members t where t.team_id = m.team_id and t.user_id = u.id)
    or exists (select from former_team_members t where t.team_id = m.team_id and t.user_id = u.id)))`;

/**
 * The name of the account that wrote the line `f`, if it was in the team of the mod then. Staff stay
 * unnamed, also if an owner adds them to the team afterwards to read their names.
 */
const actorName = (modId: string) => Prisma.sql`(
  select u.display_name from users u join mods m on m.id = ${modId}::uuid
  where u.id = f.actor_id and u.state <> 'deleted'
    and f.action <> all(${[...UNNAMED_HISTORY]}::text[]) and (
    m.author_id = u.id or f.data->>'user_id' = u.id::text
    or exists (select from team_members t
      where t.team_id = m.team_id and t.user_id = u.id and t.created_at <= f.at)
    or exists (select from former_team_members t
      where t.team_id = m.team_id and t.user_id = u.id and t.left_at >= f.at and not t.declined)))`;

/**
 * The history of a mod, newest first, for its team: the actions of `MOD_HISTORY`. Each object
 * contributes at most a page of entries, read from an index. Refused writes and their authors stay
 * with the administrators, and so do all data but the fields, the member and the role. Throws
 * `invalid_input` and the errors of `requireModPermission`.
 */
async function readHistory(
  ctx: RequestContext,
  modId: string,
  page: PageInput,
): Promise<Page<ModHistoryEntry>> {
  await requireModPermission(ctx, modId, 'read-drafts');
  return readPage(ctx, page, {
    context: { resource: 'mod-history', sort: 'recorded', filters: { modId } },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(ModHistoryEntry & SnapshotRow)[]>`
        with found as (
          select t.version_id, t.file_name, e.* from (${targetsOf(modId)}) t cross join lateral (
            select e.id, e.at, e.action, e.actor_id, e.data from audit_entries e
            where e.target_id = t.id and e.outcome = 'done'
              and e.action = any(${[...MOD_HISTORY]}::text[])
              and ${committed(Prisma.sql`e.born_in`, snapshot)}
              ${after ? Prisma.sql`and (e.at, e.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
            order by e.at desc, e.id desc limit ${limit}) e
          order by e.at desc, e.id desc limit ${limit})
        select f.id, f.at as "recordedAt", f.action, f.version_id as "versionId", v.version,
          f.file_name as "fileName", f.data->>'role' as role,
          ${actorName(modId)} as "actorName", ${memberName(modId)} as "memberName",
          case when jsonb_typeof(f.data->'fields') = 'array' then
            array(select jsonb_array_elements_text(f.data->'fields')) else '{}' end as fields,
          ${SNAPSHOT}
        from found f left join mod_versions v on v.id = f.version_id
        order by f.at desc, f.id desc`,
    keysOf: (row) => [row.recordedAt.toISOString(), row.id],
  });
}

/** The history of a mod for its team. */
@Resolver()
export class ModHistoryResolver {
  @Query(() => ModHistoryPage, {
    description: 'The changes of a mod and of its objects, newest first. For its team.',
  })
  @Scoped('required', 'mods:write')
  @Reads('read-drafts')
  listModHistory(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<ModHistoryEntry>> {
    return readHistory(ctx, modId, page);
  }
}
