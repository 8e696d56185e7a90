import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Prisma } from '../../../platform/database/generated/client.js';
import { GrantState } from '../../../platform/database/generated/enums.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { checkedId } from '../../../request/ids.js';
import {
  filtersOf,
  type Page,
  PageArgs,
  type PageInput,
  pageType,
  readPage,
} from '../../../request/page.js';
import { SafeInt } from '../../../request/scalars.js';
import { inResourceGrants } from '../../identity/index.js';

registerEnumType(GrantState, { name: 'GrantState' });

/** A past or current grant for its holder. It contains nothing that gives access to the bytes. */
@ObjectType({
  simpleResolvers: true,
  description: 'The right to download one file. It contains no secret.',
})
export class DownloadGrant {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => GrantState)
  readonly status!: GrantState;

  @Field(() => SafeInt)
  readonly sizeBytes!: number;

  @Field(() => SafeInt, { description: 'As reported by the client.' })
  readonly bytesReceived!: number;

  @Field(() => Date, {
    description: 'The expiry. For a waiting download, when the service drops it.',
  })
  readonly expiresAt!: Date;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Date)
  readonly updatedAt!: Date;
}

/** One page of grants. */
export const DownloadGrantPage = pageType('DownloadGrantPage', () => DownloadGrant);

/** The filters of grant lists (Spec 4.1, reserved filters). */
@ArgsType()
export class DownloadGrantListArgs extends PageArgs {
  @Field(() => ID, { nullable: true })
  readonly artifactId?: string | null;

  @Field(() => GrantState, { nullable: true })
  readonly status?: GrantState | null;

  @Field(() => Date, { nullable: true, description: 'Only downloads that expire after this time.' })
  readonly expiresAfter?: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Only downloads that expire before this time.',
  })
  readonly expiresBefore?: Date | null;
}

type DownloadGrantFilter = Omit<DownloadGrantListArgs, keyof PageArgs>;

/**
 * The viewer's own downloads, newest first. The status considers the time: a grant is expired from
 * its expiry on, even if its row still says `active` or `waiting`. A credential limited to some
 * mods sees only their files. Throws `unauthorized` and `invalid_input`.
 */
export async function listDownloadGrants(
  ctx: RequestContext,
  filter: DownloadGrantFilter,
  page: PageInput,
): Promise<Page<DownloadGrant>> {
  const { actor, credential } = requireUser(ctx);
  // Grants and waits expire by time. The sweep only updates the row later.
  const state = Prisma.sql`case when g.state in ('waiting', 'active') and g.expires_at <= ${ctx.platform.clock.now()}
    then 'expired' else g.state end`;
  const where = whereOf(filter, state);
  return readPage(ctx, page, {
    context: { resource: 'grants', sort: 'created', filters: { actor, ...cursorFilters(filter) } },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(DownloadGrant & SnapshotRow)[]>`
        select g.id, g.artifact_id as "artifactId", (${state})::text as status,
          g.size_bytes as "sizeBytes", g.bytes_received as "bytesReceived",
          g.expires_at as "expiresAt", g.created_at as "createdAt", g.updated_at as "updatedAt",
          ${SNAPSHOT}
        from download_grants g join artifacts a on a.id = g.artifact_id
        where g.actor = ${actor} ${inResourceGrants(credential.modIds, Prisma.sql`a.mod_id`)} ${where}
          and ${committed(Prisma.sql`g.born_in`, snapshot)}
          ${after ? Prisma.sql`and (g.created_at, g.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by g.created_at desc, g.id desc limit ${limit}`,
    keysOf: (row) => [row.createdAt.toISOString(), row.id],
  });
}

/** The filters to which a cursor is bound. */
function cursorFilters({ artifactId, status, expiresAfter, expiresBefore }: DownloadGrantFilter) {
  return filtersOf<DownloadGrantFilter>({ artifactId, status, expiresAfter, expiresBefore });
}

function whereOf(filter: DownloadGrantFilter, state: Prisma.Sql): Prisma.Sql {
  const { artifactId, status, expiresAfter, expiresBefore } = filter;
  const file = artifactId ? checkedId('artifactId', artifactId) : null;
  return Prisma.sql`
    ${file ? Prisma.sql`and g.artifact_id = ${file}::uuid` : Prisma.empty}
    ${status ? Prisma.sql`and (${state}) = ${status}::"GrantState"` : Prisma.empty}
    ${expiresAfter ? Prisma.sql`and g.expires_at > ${expiresAfter}` : Prisma.empty}
    ${expiresBefore ? Prisma.sql`and g.expires_at < ${expiresBefore}` : Prisma.empty}`;
}
