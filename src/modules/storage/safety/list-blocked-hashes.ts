import { Prisma } from '../../../platform/database/generated/client.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { requireAdmin } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { type Page, type PageInput, readPage } from '../../../request/page.js';
import type { BlockedHash } from './blocked-hash.type.js';
import { checkedSha256 } from './checked.js';

/** Filters of the blocklist. */
export interface BlockedHashFilter {
  readonly sha256?: string | null;
  readonly includeRemoved?: boolean | null;
}

/** The blocklist, newest first. For admins. Throws `invalid_sha256`, `invalid_input`. */
export async function listBlockedHashes(
  ctx: RequestContext,
  filter: BlockedHashFilter,
  page: PageInput,
): Promise<Page<BlockedHash>> {
  requireAdmin(ctx);
  const sha256 = filter.sha256 ? checkedSha256(filter.sha256) : null;
  const removed = filter.includeRemoved === true;
  return readPage(ctx, page, {
    context: {
      resource: 'blocked-hashes',
      sort: 'created',
      filters: { sha256, removed: String(removed) },
    },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(BlockedHash & SnapshotRow)[]>`
        select h.id, h.sha256, h.size_bytes as "sizeBytes", h.name, h.note,
          h.created_by_id as "createdById", h.created_at as "createdAt",
          h.removed_by_id as "removedById", h.removed_at as "removedAt", ${SNAPSHOT}
        from blocked_hashes h where ${committed(Prisma.sql`h.born_in`, snapshot)}
          ${sha256 ? Prisma.sql`and h.sha256 = ${sha256}` : Prisma.empty}
          ${removed ? Prisma.empty : Prisma.sql`and h.removed_at is null`}
          ${after ? Prisma.sql`and (h.created_at, h.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by h.created_at desc, h.id desc limit ${limit}`,
    keysOf: (row) => [row.createdAt.toISOString(), row.id],
  });
}
