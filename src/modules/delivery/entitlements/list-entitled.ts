import { Field, ID, ObjectType } from 'type-graphql';
import { Prisma } from '../../../platform/database/generated/client.js';
import { EntitlementKind } from '../../../platform/database/generated/enums.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import type { RequestContext } from '../../../request/context.js';
import { type Page, type PageInput, pageType, readPage } from '../../../request/page.js';
import { requireModPermission } from '../../collaboration/index.js';

/** A user with a right to a mod or to one of its files, for the owners of the mod. */
@ObjectType({ simpleResolvers: true })
export class EntitledPerson {
  @Field(() => ID, { description: 'The id of the right.' })
  readonly id!: string;

  @Field(() => ID)
  readonly userId!: string;

  @Field(() => String)
  readonly username!: string;

  @Field(() => EntitlementKind, { description: '`mod` or `artifact`.' })
  readonly kind!: EntitlementKind;

  @Field(() => ID, { nullable: true, description: 'The file; null if the right is to all files.' })
  readonly artifactId!: string | null;

  /** Null if the right is to all files. A file without a name has its label here. */
  @Field(() => String, {
    nullable: true,
    description:
      'The name of the file, or its label if it has none. Null if the right is to all files.',
  })
  readonly filename!: string | null;

  @Field(() => Date, { nullable: true, description: 'Null if the right does not expire.' })
  readonly expiresAt!: Date | null;

  @Field(() => Date)
  readonly createdAt!: Date;
}

/** One page of entitled users. */
export const EntitledPersonPage = pageType('EntitledPersonPage', () => EntitledPerson);

/**
 * The rights to a mod and to its files that are valid now, the newest first, for its owners.
 * Subscribers are not listed: their right is to all paid files, not to one mod. A cursor walks the
 * rights that existed at its start. Throws the errors of `requireModPermission` and of `readPage`.
 */
export async function listEntitled(
  ctx: RequestContext,
  modId: string,
  page: PageInput,
): Promise<Page<EntitledPerson>> {
  await requireModPermission(ctx, modId, 'team');
  const { db, clock } = ctx.platform;
  return readPage(ctx, page, {
    context: { resource: 'entitlements', sort: 'created', filters: { modId } },
    read: ({ snapshot, after }, limit) => db.$queryRaw<(EntitledPerson & SnapshotRow)[]>`
      select e.id, e.user_id as "userId", u.username, e.kind::text, a.id as "artifactId",
        coalesce(a.original_filename, a.label) as filename,
        e.expires_at as "expiresAt", e.created_at as "createdAt", ${SNAPSHOT}
      from entitlements e join users u on u.id = e.user_id and u.state <> 'deleted'
        left join artifacts a on e.kind = 'artifact' and a.id = e.resource_id
      where e.resource_id in (
          select ${modId}::uuid union all
          select id from artifacts where mod_id = ${modId}::uuid and state <> 'deleted')
        and e.kind in ('mod', 'artifact') and e.revoked_at is null
        and (e.expires_at is null or e.expires_at > ${clock.now()}::timestamptz)
        and ${committed(Prisma.sql`e.born_in`, snapshot)}
        ${after ? Prisma.sql`and (e.created_at, e.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
      order by e.created_at desc, e.id desc limit ${limit}`,
    keysOf: (row) => [row.createdAt.toISOString(), row.id],
  });
}
