import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { AuditOutcome } from '../../../platform/database/generated/enums.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { requireAdmin } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { checkedId } from '../../../request/ids.js';
import { Reads } from '../../../request/operation-facts.js';
import { filtersOf, type Page, type PageInput, readPage } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { type AuditEntry, AuditEntryPage, AuditListArgs } from './audit.type.js';

/** Filters of the audit log. */
interface AuditFilter {
  readonly actorId?: string | null;
  readonly targetId?: string | null;
  readonly action?: string | null;
  readonly outcome?: AuditOutcome | null;
  /** Both exclusive. */
  readonly recordedAfter?: Date | null;
  readonly recordedBefore?: Date | null;
}

/**
 * The audit log, newest first. For admins. Throws `forbidden` for other users, the other errors of
 * `requireAdmin`, and `invalid_input`.
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
function cursorFilters({
  actorId,
  targetId,
  action,
  outcome,
  recordedAfter,
  recordedBefore,
}: AuditFilter) {
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
