import {
  Args,
  ArgsType,
  Ctx,
  Field,
  ID,
  ObjectType,
  Query,
  Resolver,
  registerEnumType,
} from 'type-graphql';
import { Prisma } from '../../../platform/database/generated/client.js';
import { AuditOutcome } from '../../../platform/database/generated/enums.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { requireAdmin } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { checkedId } from '../../../request/ids.js';
import { Reads } from '../../../request/operation-facts.js';
import {
  filtersOf,
  type Page,
  PageArgs,
  type PageInput,
  pageType,
  readPage,
} from '../../../request/page.js';
import { JsonObject } from '../../../request/scalars.js';
import { Scoped } from '../../../request/scoped.js';

registerEnumType(AuditOutcome, { name: 'AuditOutcome' });

/**
 * An audit entry. It holds no secrets, only their ids. `data` has further facts, such as the names
 * of the changed fields. The action decides which. `code` is null for a write that was done,
 * `targetId` for an action without one object, such as a refused creation, and `requestId` for a job.
 */
@ObjectType({ simpleResolvers: true })
class AuditEntry {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => Date)
  readonly recordedAt!: Date;

  @Field(() => String, {
    description:
      'The action, such as `version.published`. For a refused write, the name of the mutation.',
  })
  readonly action!: string;

  @Field(() => AuditOutcome)
  readonly outcome!: AuditOutcome;

  @Field(() => String, {
    nullable: true,
    description: 'The error code of a refused write. Null for a write that was done.',
  })
  readonly code!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The account; null for operators, jobs and callers without an account.',
  })
  readonly actorId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The username, which a deleted account keeps. Null without an account.',
  })
  readonly actorName!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'pat, api_key, account_key, oauth, agent, trusted_publisher, session or operator. Null for jobs and callers without a credential.',
  })
  readonly credentialKind!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Null for operators, jobs and callers without a credential.',
  })
  readonly credentialId!: string | null;

  @Field(() => String, { description: 'The kind of the target, such as `version`.' })
  readonly targetKind!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Null for an action without a single target, such as a refused creation.',
  })
  readonly targetId!: string | null;

  @Field(() => JsonObject, { description: 'Further facts. Their names depend on the action.' })
  readonly data!: object;

  @Field(() => String, {
    nullable: true,
    description:
      'The `X-Request-Id` of the response. For an operator, the command. Null for a job.',
  })
  readonly requestId!: string | null;
}

/** One page of the audit log. */
const AuditEntryPage = pageType('AuditEntryPage', () => AuditEntry);

/** Filters of the audit log. */
@ArgsType()
class AuditListArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'The account that acted.' })
  readonly actorId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The target of the action.' })
  readonly targetId?: string | null;

  @Field(() => String, { nullable: true })
  readonly action?: string | null;

  @Field(() => AuditOutcome, { nullable: true })
  readonly outcome?: AuditOutcome | null;

  @Field(() => Date, { nullable: true, description: 'Only lines recorded after this time.' })
  readonly recordedAfter?: Date | null;

  @Field(() => Date, { nullable: true, description: 'Only lines recorded before this time.' })
  readonly recordedBefore?: Date | null;
}

type AuditFilter = Omit<AuditListArgs, keyof PageArgs>;

/**
 * Reads the audit log, newest first. For admins. Throws `forbidden` for other users, the other
 * errors of `requireAdmin`, and `invalid_input`.
 */
async function listEntries(
  ctx: RequestContext,
  filter: AuditFilter,
  page: PageInput,
): Promise<Page<AuditEntry>> {
  requireAdmin(ctx);
  const where = whereOf(filter);
  return readPage(ctx, page, {
    context: { resource: 'audit', sort: 'recorded', filters: { ...cursorFilters(filter) } },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(AuditEntry & SnapshotRow)[]>`
        select e.id, e.at as "recordedAt", e.action, e.outcome::text, e.code,
          e.actor_id as "actorId", u.username as "actorName",
          e.credential_kind as "credentialKind", e.credential_id as "credentialId",
          e.target_kind as "targetKind", e.target_id as "targetId", e.data,
          e.request_id as "requestId", ${SNAPSHOT}
        from audit_entries e left join users u on u.id = e.actor_id
        where ${committed(Prisma.sql`e.born_in`, snapshot)} ${where}
          ${after ? Prisma.sql`and (e.at, e.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by e.at desc, e.id desc limit ${limit}`,
    keysOf: (row) => [row.recordedAt.toISOString(), row.id],
  });
}

/** The filters to which a cursor is bound. */
function cursorFilters(filter: AuditFilter) {
  const { actorId, targetId, action, outcome, recordedAfter, recordedBefore } = filter;
  return filtersOf<AuditFilter>({
    actorId,
    targetId,
    action,
    outcome,
    recordedAfter,
    recordedBefore,
  });
}

function whereOf(filter: AuditFilter): Prisma.Sql {
  const { action, outcome, recordedAfter, recordedBefore } = filter;
  const actorId = filter.actorId ? checkedId('actorId', filter.actorId) : null;
  const targetId = filter.targetId ? checkedId('targetId', filter.targetId) : null;
  return Prisma.sql`
    ${actorId ? Prisma.sql`and e.actor_id = ${actorId}::uuid` : Prisma.empty}
    ${targetId ? Prisma.sql`and e.target_id = ${targetId}::uuid` : Prisma.empty}
    ${action ? Prisma.sql`and e.action = ${action}` : Prisma.empty}
    ${outcome ? Prisma.sql`and e.outcome = ${outcome}::"AuditOutcome"` : Prisma.empty}
    ${recordedAfter ? Prisma.sql`and e.at > ${recordedAfter}::timestamptz` : Prisma.empty}
    ${recordedBefore ? Prisma.sql`and e.at < ${recordedBefore}::timestamptz` : Prisma.empty}`;
}

/** Query for the audit log of changes and refusals. */
@Resolver()
export class AuditResolver {
  @Query(() => AuditEntryPage, { description: 'Newest first. For admins.' })
  @Scoped('required')
  @Reads('admin')
  listAuditEntries(
    @Ctx() ctx: RequestContext,
    @Args(() => AuditListArgs) args: AuditListArgs,
  ): Promise<Page<AuditEntry>> {
    return listEntries(ctx, args, args);
  }
}
