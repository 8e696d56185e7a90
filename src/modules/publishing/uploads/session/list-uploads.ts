import { Prisma } from '../../../../platform/database/generated/client.js';
import type { UploadState, UploadStrategy } from '../../../../platform/database/generated/enums.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../../platform/database/snapshot.js';
import { requireUser } from '../../../../request/authorize.js';
import type { RequestContext } from '../../../../request/context.js';
import { filtersOf } from '../../../../request/filters.js';
import { checkedId } from '../../../../request/ids.js';
import { inOrderOf } from '../../../../request/loaders.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../../request/page.js';
import { ownMods } from '../../../collaboration/index.js';
import { presentUpload } from './present-upload.js';
import type { UploadSession } from './upload.type.js';

/** Filters of a list of uploads (Spec 4.1, reserved filters). */
export interface UploadFilter {
  readonly status?: UploadState | null;
  readonly strategy?: UploadStrategy | null;
  /** The artifact of the upload. */
  readonly fileId?: string | null;
  /** Both exclusive. */
  readonly createdAfter?: Date | null;
  readonly createdBefore?: Date | null;
}

interface ListedUpload extends SnapshotRow {
  readonly id: string;
  readonly createdAt: Date;
}

/**
 * The uploads of all mods of the viewer's teams, newest first. It lists exactly the sessions that
 * `getUploadSession` returns to the same credential. Throws `invalid_input`.
 */
export async function listUploads(
  ctx: RequestContext,
  filter: UploadFilter,
  page: PageInput,
): Promise<Page<UploadSession>> {
  const viewer = requireUser(ctx);
  const where = whereOf(filter);
  const heads = await readPage(ctx, page, {
    context: {
      resource: 'uploads',
      sort: 'created',
      filters: { viewer: viewer.userId, ...bound(filter) },
    },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<ListedUpload[]>`
        select s.id, s.created_at as "createdAt", ${SNAPSHOT} from upload_sessions s
        where s.mod_id in (${ownMods(viewer)}) ${where}
          and ${committed(Prisma.sql`s.born_in`, snapshot)}
          ${after ? Prisma.sql`and (s.created_at, s.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by s.created_at desc, s.id desc limit ${limit}`,
    keysOf: (row) => [row.createdAt.toISOString(), row.id],
  });
  const ids = heads.items.map((head) => head.id);
  const rows: UploadSessionModel[] = await ctx.platform.db.uploadSession.findMany({
    where: { id: { in: ids } },
  });
  const found = inOrderOf(ids, rows, (row) => row.id);
  return mapPage(
    heads,
    found.flatMap((row) => (row ? [presentUpload(row)] : [])),
  );
}

function bound({ status, strategy, fileId, createdAfter, createdBefore }: UploadFilter) {
  return filtersOf<UploadFilter>({ status, strategy, fileId, createdAfter, createdBefore });
}

function whereOf({ status, strategy, fileId, createdAfter, createdBefore }: UploadFilter) {
  const file = fileId ? checkedId('fileId', fileId) : null;
  return Prisma.sql`
    ${status ? Prisma.sql`and s.state = ${status}::"UploadState"` : Prisma.empty}
    ${strategy ? Prisma.sql`and s.strategy = ${strategy}::"UploadStrategy"` : Prisma.empty}
    ${file ? Prisma.sql`and s.artifact_id = ${file}::uuid` : Prisma.empty}
    ${createdAfter ? Prisma.sql`and s.created_at > ${createdAfter}` : Prisma.empty}
    ${createdBefore ? Prisma.sql`and s.created_at < ${createdBefore}` : Prisma.empty}`;
}
