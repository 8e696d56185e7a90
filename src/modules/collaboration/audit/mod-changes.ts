import { Arg, Ctx, Field, ID, ObjectType, Query, Resolver } from 'type-graphql';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { Reads } from '../../../request/operation-facts.js';
import { Scoped } from '../../../request/scoped.js';
import { revisionOf } from '../../../request/validator.js';
import { requireModPermission } from '../teams/mod-access.js';

/** Maximum number of changes. A person needs no more to understand a conflict. */
const SHOWN = 5;

/** A change of the fields of a mod or version by a person. */
@ObjectType({ simpleResolvers: true })
export class ModChange {
  @Field(() => Date)
  readonly at!: Date;

  @Field(() => String, { nullable: true, description: 'Null after the deletion of the account.' })
  readonly displayName!: string | null;

  @Field(() => Boolean, { description: 'Whether the caller made the change.' })
  readonly isOwn!: boolean;

  @Field(() => [String], { description: 'The names of the changed fields.' })
  readonly fields!: readonly string[];
}

/**
 * Reads at most `SHOWN` changes of the fields of a mod, or of its version `versionId` if that is
 * not null, newest first, for its team. Moderation is no such change, so moderators stay unnamed.
 * Returns an empty list for a version of another mod. With the ETag `since`, reads only the changes
 * after that revision: none for an ETag of another object, and none that an earlier release
 * recorded without a revision. Throws the errors of `requireModPermission`.
 */
async function readChanges(
  ctx: RequestContext,
  modId: string,
  versionId: string | null,
  since: string | null,
): Promise<ModChange[]> {
  const { userId } = requireUser(ctx);
  await requireModPermission(ctx, modId, 'read-drafts');
  if (versionId !== null && !isId(versionId)) return [];
  const targetId = versionId ?? modId;
  const revision = since === null ? 0 : revisionOf(targetId, since);
  if (revision === null) return [];
  const action = versionId === null ? 'mod.updated' : 'version.updated';
  return ctx.platform.db.$queryRaw<ModChange[]>`
    select e.at, case when u.state <> 'deleted' then u.display_name end as "displayName",
      e.actor_id is not distinct from ${userId}::uuid as "isOwn",
      array(select jsonb_array_elements_text(e.data->'fields')) as fields
    from audit_entries e left join users u on u.id = e.actor_id
    where e.target_id = ${targetId}::uuid and e.action = ${action} and e.outcome = 'done'
      and jsonb_typeof(e.data->'fields') = 'array'
      and (${since === null} or e.data->'revision' > to_jsonb(${revision}::int))
      and (${versionId}::uuid is null or exists (
        select from mod_versions v where v.id = ${versionId}::uuid and v.mod_id = ${modId}::uuid))
    order by e.at desc, e.id desc limit ${SHOWN}`;
}

/** The changes of a mod for its team. */
@Resolver()
export class ModChangesResolver {
  @Query(() => [ModChange], {
    description: 'The latest changes of the fields of a mod, or of one of its versions.',
  })
  @Scoped('required', 'mods:write')
  @Reads('read-drafts')
  listModChanges(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Arg('versionId', () => ID, { nullable: true }) versionId: string | null,
    @Arg('since', () => String, {
      nullable: true,
      description: 'An `etag` of the mod or version. Only later changes are returned.',
    })
    since: string | null,
  ): Promise<ModChange[]> {
    return readChanges(ctx, modId, versionId ?? null, since ?? null);
  }
}
