import { Prisma } from '../../../../platform/database/generated/client.js';
import type {
  FileKind,
  ReviewState,
  UploadState,
} from '../../../../platform/database/generated/enums.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { rowsAsJson } from '../../../../platform/database/queries.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../../platform/database/snapshot.js';
import { requireModerator, requireUser } from '../../../../request/authorize.js';
import type { RequestContext } from '../../../../request/context.js';
import { checkedId, isId } from '../../../../request/ids.js';
import { missing } from '../../../../request/missing.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../../request/page.js';
import type { Texts } from '../../../../request/scalars.js';
import { isInvolved } from '../../../collaboration/index.js';
import { findingsOf } from '../scan/findings-of.js';
import type { ReviewPerson, UploadReviewEntry } from './review-entry.type.js';

/** An upload under review with all columns for moderators, as `entryColumns` reads it. */
interface EntryRow {
  readonly id: string;
  readonly lifecycleStatus: UploadState;
  readonly state: ReviewState;
  readonly reasons: readonly string[];
  readonly since: Date;
  readonly modId: string;
  readonly modSlug: string;
  readonly modTitle: Texts;
  readonly versionId: string;
  readonly version: string;
  readonly artifactId: string;
  readonly fileKind: FileKind;
  readonly filename: string;
  readonly sizeBytes: bigint;
  readonly expectedSha256: string;
  readonly creator: ReviewPerson;
  readonly scan: unknown;
  readonly holder: ReviewPerson | null;
  readonly heldUntil: Date | null;
  readonly decidedBy: ReviewPerson | null;
  readonly decidedAt: Date | null;
  readonly publicNote: string | null;
  readonly rejectionReason: string | null;
  readonly notes: readonly {
    readonly id: string;
    readonly author: ReviewPerson;
    readonly text: string;
    readonly createdAt: string;
  }[];
  readonly supportCorrelationId: string;
}

/** A user by the id in a column, as JSON, or null. */
const person = (id: Prisma.Sql) => Prisma.sql`(
  select jsonb_build_object('id', p.id, 'username', p.username) from users p where p.id = ${id})`;

/** The notes of an entry. A moderator who is involved in the upload gets none of them. */
const notes = (ctx: RequestContext) =>
  rowsAsJson(Prisma.sql`
  select n.id, n.text, n.created_at as "createdAt", ${person(Prisma.sql`n.author_id`)} as author
  from review_notes n where n.upload_id = s.id and s.user_id <> ${requireUser(ctx).userId}::uuid
    and not ${isInvolved(ctx, Prisma.sql`s.created_at`)} order by n.created_at, n.id`);

const entryColumns = (ctx: RequestContext) => Prisma.sql`s.id, s.state::text as "lifecycleStatus",
  s.review_state::text as state, s.review_reasons as reasons, s.review_since as since,
  s.mod_id as "modId", m.slug as "modSlug", m.title as "modTitle", s.version_id as "versionId",
  v.version, s.artifact_id as "artifactId", s.file_kind::text as "fileKind", s.filename,
  s.size_bytes as "sizeBytes", s.expected_sha256 as "expectedSha256", s.inspection as scan,
  ${person(Prisma.sql`s.user_id`)} as creator, ${person(Prisma.sql`s.review_holder_id`)} as holder,
  s.review_held_until as "heldUntil", ${person(Prisma.sql`s.reviewed_by_id`)} as "decidedBy",
  s.reviewed_at as "decidedAt", s.public_note as "publicNote",
  s.rejection_reason as "rejectionReason", ${notes(ctx)} as notes, s.correlation_id as "supportCorrelationId"`;

/** The tables that `entryColumns` reads from. */
const ENTRY_TABLES = Prisma.sql`upload_sessions s join mods m on m.id = s.mod_id
  join mod_versions v on v.id = s.version_id`;

/** Maps a row to an entry. An expired claim counts as none. */
function presentEntry({ platform, request }: RequestContext, row: EntryRow): UploadReviewEntry {
  const isClaimed = row.heldUntil !== null && row.heldUntil > platform.clock.now();
  return {
    ...row,
    sizeBytes: Number(row.sizeBytes),
    holder: isClaimed ? row.holder : null,
    heldUntil: isClaimed ? row.heldUntil : null,
    findings: findingsOf({ inspection: row.scan }, request.locale),
    notes: row.notes.map((note) => ({ ...note, createdAt: new Date(note.createdAt) })),
  };
}

/** Filters of the review queue. */
interface ReviewFilter {
  readonly state?: ReviewState | null;
  readonly reason?: string | null;
  readonly modId?: string | null;
}

/**
 * The uploads in one state of the review, `pending` unless the filter names another, longest wait
 * first. One statement per page. For moderators. Spec 3.2. Throws `invalid_input` for a malformed
 * id or cursor, and the errors of `requireModerator`.
 */
export async function listReviews(
  ctx: RequestContext,
  filter: ReviewFilter,
  page: PageInput,
): Promise<Page<UploadReviewEntry>> {
  requireModerator(ctx);
  const state = filter.state ?? 'pending';
  const reason = filter.reason || null;
  const modId = filter.modId ? checkedId('modId', filter.modId) : null;
  const rows = await readPage<EntryRow & SnapshotRow>(ctx, page, {
    context: { resource: 'upload-reviews', sort: 'waiting', filters: { state, reason, modId } },
    read: ({ snapshot, after }, limit) => ctx.platform.db.$queryRaw<(EntryRow & SnapshotRow)[]>`
      select ${entryColumns(ctx)}, ${SNAPSHOT} from ${ENTRY_TABLES}
      where s.review_state = ${state}::"ReviewState" and s.review_since is not null
        ${reason ? Prisma.sql`and s.review_reasons @> array[${reason}]` : Prisma.empty}
        ${modId ? Prisma.sql`and s.mod_id = ${modId}::uuid` : Prisma.empty}
        and ${committed(Prisma.sql`s.queued_in`, snapshot)}
        ${after ? Prisma.sql`and (s.review_since, s.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
      order by s.review_since, s.id limit ${limit}`,
    keysOf: (row) => [row.since.toISOString(), row.id],
  });
  return mapPage(
    rows,
    rows.items.map(({ snapshot: _, ...row }) => presentEntry(ctx, row)),
  );
}

/**
 * One upload that is or was under review. For moderators. Throws `session_not_found`, `gone`, and
 * the errors of `requireModerator`.
 */
export async function readReview(ctx: RequestContext, id: string): Promise<UploadReviewEntry> {
  requireModerator(ctx);
  const [row] = isId(id)
    ? await ctx.platform.db.$queryRaw<EntryRow[]>`
        select ${entryColumns(ctx)} from ${ENTRY_TABLES}
        where s.id = ${id}::uuid and s.review_since is not null`
    : [];
  if (!row) throw await missing(ctx, id, 'session_not_found');
  return presentEntry(ctx, row);
}

/** The 1-based position of an upload in the review queue; null if it is not pending. */
export async function queuePosition(
  ctx: RequestContext,
  row: UploadSessionModel,
): Promise<number | null> {
  if (row.reviewState !== 'pending' || row.reviewSince === null) return null;
  const [queue] = await ctx.platform.db.$queryRaw<{ position: number }[]>`
    select count(*)::int as position from upload_sessions s
    where s.review_state = 'pending'
      and (s.review_since, s.id) <= (${row.reviewSince}::timestamptz, ${row.id}::uuid)`;
  return queue?.position ?? null;
}
