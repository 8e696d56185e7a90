import { Prisma } from '../../../platform/database/generated/client.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { requireModerator } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { type Page, type PageInput, readPage } from '../../../request/page.js';
import type { BlobScan } from './blob-scan.type.js';
import { checkedSha256 } from './checked.js';

/** All scans of some stored bytes, newest first. For moderators. Throws `invalid_sha256`. */
export async function listBlobScans(
  ctx: RequestContext,
  sha256Text: string,
  page: PageInput,
): Promise<Page<BlobScan>> {
  requireModerator(ctx);
  const sha256 = checkedSha256(sha256Text);
  return readPage(ctx, page, {
    context: { resource: 'blob-scans', sort: 'scanned', filters: { sha256 } },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(BlobScan & SnapshotRow)[]>`
        select s.id, s.cause::text, s.engine, s.signatures, s.verdict::text, s.found,
          s.also_found as "alsoFound", s.reasons, s.scanned_at as "scannedAt", ${SNAPSHOT}
        from blob_scans s join blobs b on b.id = s.blob_id
        where b.sha256 = ${sha256} and ${committed(Prisma.sql`s.born_in`, snapshot)}
          ${after ? Prisma.sql`and (s.scanned_at, s.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by s.scanned_at desc, s.id desc limit ${limit}`,
    keysOf: (row) => [row.scannedAt.toISOString(), row.id],
  });
}
