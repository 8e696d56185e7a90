import { hash } from 'node:crypto';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { ReportReason, ReportState } from '../../../platform/database/generated/enums.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireModerator } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { checkedId, isId } from '../../../request/ids.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import { conflictOfInterest } from '../../../request/refusals.js';
import { isInvolved, requireModPermission } from '../../collaboration/index.js';
import type { ModReport, ReportDecision } from './report.type.js';

type ReportRow = Omit<ModReport, 'appealUntil' | 'etag'>;

/** A user by the id in a column, as JSON, or null. */
const person = (id: Prisma.Sql) => Prisma.sql`(
  select jsonb_build_object('id', p.id, 'username', p.username) from users p where p.id = ${id})`;

const COLUMNS = Prisma.sql`r.id, r.mod_id as "modId", m.slug as "modSlug", m.title as "modTitle",
  r.reason::text, r.text, r.state::text, r.waiting_since as "waitingSince", r.statement,
  r.decided_at as "decidedAt", r.appeal, r.appeal_statement as "appealStatement",
  r.appeal_decided_at as "appealDecidedAt", r.created_at as "createdAt",
  ${person(Prisma.sql`r.reporter_id`)} as reporter,
  ${person(Prisma.sql`r.decided_by_id`)} as "decidedBy",
  ${person(Prisma.sql`r.appeal_decided_by_id`)} as "appealDecidedBy"`;

const TABLES = Prisma.sql`mod_reports r join mods m on m.id = r.mod_id`;
const REPORTED_AT = Prisma.sql`r.created_at`;

/** Filters of the queue. */
interface ReportFilter {
  readonly state?: ReportState | null;
  readonly reason?: ReportReason | null;
  readonly modId?: string | null;
}

/**
 * The reports in a state, by default `open`, the longest wait first; one statement per page. For
 * moderators. Reports of mods with which the viewer is involved are omitted (`isInvolved`), because
 * such a moderator would learn who reported the moderator's own mod. Throws the errors of
 * `requireModerator`, and `invalid_input`.
 */
export async function listReports(
  ctx: RequestContext,
  filter: ReportFilter,
  page: PageInput,
): Promise<Page<ModReport>> {
  requireModerator(ctx);
  const state = filter.state ?? 'open';
  const reason = filter.reason ?? null;
  const modId = filter.modId ? checkedId('modId', filter.modId) : null;
  const rows = await readPage<ReportRow & SnapshotRow>(ctx, page, {
    context: { resource: 'mod-reports', sort: 'waiting', filters: { state, reason, modId } },
    read: ({ snapshot, after }, limit) => ctx.platform.db.$queryRaw<(ReportRow & SnapshotRow)[]>`
      select ${COLUMNS}, ${SNAPSHOT} from ${TABLES}
      where r.state = ${state}::"ReportState" and not ${isInvolved(ctx, REPORTED_AT)}
        ${reason ? Prisma.sql`and r.reason = ${reason}::"ReportReason"` : Prisma.empty}
        ${modId ? Prisma.sql`and r.mod_id = ${modId}::uuid` : Prisma.empty}
        and ${committed(Prisma.sql`r.queued_in`, snapshot)}
        ${after ? Prisma.sql`and (r.waiting_since, r.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
      order by r.waiting_since, r.id limit ${limit}`,
    keysOf: (row) => [row.waitingSince.toISOString(), row.id],
  });
  return mapPage(
    rows,
    rows.items.map(({ snapshot: _, ...row }) => present(row)),
  );
}

/**
 * One report, for moderators. Throws the errors of `requireModerator`, `not_found` for an unknown
 * id, and `forbidden` for a moderator who is involved with the mod (`isInvolved`).
 */
export async function readReport(ctx: RequestContext, id: string): Promise<ModReport> {
  requireModerator(ctx);
  const report = await findReport(ctx, id);
  const [found] = await ctx.platform.db.$queryRaw<{ involved: boolean }[]>`
    select ${isInvolved(ctx, REPORTED_AT)} as involved from ${TABLES} where r.id = ${id}::uuid`;
  if (found?.involved) throw conflictOfInterest('a report of an own mod');
  return report;
}

/**
 * An upheld report as owners and maintainers of the mod see it, also during and after an appeal:
 * without its reporter and the words of the reporter. Throws `not_found` for any other report, and
 * the errors of `requireModPermission` for `metadata`.
 */
export async function readDecision(ctx: RequestContext, id: string): Promise<ReportDecision> {
  const report = await findReport(ctx, id);
  if (!KNOWN_TO_TEAM.includes(report.state)) throw problem('not_found');
  await requireModPermission(ctx, report.modId, 'metadata');
  const { id: reportId, modId, modTitle, reason, state, statement, decidedAt } = report;
  const { appeal, appealStatement, appealDecidedAt, appealUntil } = report;
  const facts = { modId, modTitle, reason, state, statement, decidedAt };
  return { id: reportId, ...facts, appeal, appealStatement, appealDecidedAt, appealUntil };
}

const KNOWN_TO_TEAM: readonly ReportState[] = ['upheld', 'appealed', 'confirmed', 'overturned'];

async function findReport(ctx: RequestContext, id: string): Promise<ModReport> {
  const [row] = isId(id)
    ? await ctx.platform.db.$queryRaw<ReportRow[]>`
        select ${COLUMNS} from ${TABLES} where r.id = ${id}::uuid`
    : [];
  if (!row) throw problem('not_found');
  return present(row);
}

/**
 * Adds the ETag, and `appealUntil`, which is null unless the report is upheld and not yet appealed.
 */
function present(row: ReportRow): ModReport {
  const { state, decidedAt } = row;
  const mayAppeal = state === 'upheld' && decidedAt !== null;
  const appealUntil = mayAppeal
    ? new Date(decidedAt.getTime() + LIMITS.appealSeconds * 1000)
    : null;
  return { ...row, appealUntil, etag: contentEtag(row) };
}

/** A validator of all that can change in a report, because its row has no revision. */
function contentEtag({ id, reason, text, state, appeal }: ReportRow): string {
  const content = hash('sha256', JSON.stringify([reason, text, state, appeal]), 'base64url');
  return `"${id}.${content}"`;
}
