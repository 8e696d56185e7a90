import { Prisma } from '../../../../platform/database/generated/client.js';
import type { ReviewState } from '../../../../platform/database/generated/enums.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../../platform/database/snapshot.js';
import { requireModerator } from '../../../../request/authorize.js';
import type { RequestContext } from '../../../../request/context.js';
import { checkedId, isId } from '../../../../request/ids.js';
import { missing } from '../../../../request/missing.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../../request/page.js';
import { ENTRY_COLUMNS, ENTRY_TABLES, type EntryRow, presentEntry } from './read-entries.js';
import type { UploadReviewEntry } from './review-entry.type.js';

/** Filters of the review queue. */
export interface ReviewFilter {
  readonly state?: ReviewState | null;
  readonly reason?: string | null;
  readonly modId?: string | null;
}

/**
 * The uploads that are pending review or decided, longest wait first. One statement per page. Spec
 * 3.2. Throws `forbidden`, `invalid_input`.
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
      select ${ENTRY_COLUMNS}, ${SNAPSHOT} from ${ENTRY_TABLES}
      where s.review_state = ${state}::"ReviewState" and s.review_since is not null
        ${reason ? Prisma.sql`and s.review_reasons @> array[${reason}]` : Prisma.empty}
        ${modId ? Prisma.sql`and s.mod_id = ${modId}::uuid` : Prisma.empty}
        and ${committed(Prisma.sql`s.queued_in`, snapshot)}
        ${after ? Prisma.sql`and (s.review_since, s.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
      order by s.review_since, s.id limit ${limit}`,
    keysOf: (row) => [row.since.toISOString(), row.id],
  });
  const now = ctx.platform.clock.now();
  return mapPage(
    rows,
    rows.items.map(({ snapshot: _, ...row }) => presentEntry(row, now)),
  );
}

/**
 * One upload that is or was under review. For moderators. Throws `forbidden`, `session_not_found`.
 */
export async function readReview(ctx: RequestContext, id: string): Promise<UploadReviewEntry> {
  requireModerator(ctx);
  const [row] = isId(id)
    ? await ctx.platform.db.$queryRaw<EntryRow[]>`
        select ${ENTRY_COLUMNS} from ${ENTRY_TABLES}
        where s.id = ${id}::uuid and s.review_since is not null`
    : [];
  if (!row) throw await missing(ctx, id, 'session_not_found');
  return presentEntry(row, ctx.platform.clock.now());
}
