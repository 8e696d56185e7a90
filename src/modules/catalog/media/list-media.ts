import { Prisma } from '../../../platform/database/generated/client.js';
import type { MediaModel } from '../../../platform/database/generated/models.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import type { RequestContext } from '../../../request/context.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import { requireModPermission } from '../../collaboration/index.js';
import { presentMedia } from '../documents/present-mod.js';
import type { MediaItem } from '../mods/media.type.js';
import { toSnapshot } from './media.rows.js';

const COLUMNS = Prisma.sql`id, kind::text, content_type as "contentType", width, height,
  size_bytes as "sizeBytes", sha256, variants, alt, position, managed_by::text as "managedBy"`;

/**
 * The pictures of a mod in the order of their addition, for all members of its team: the cover, the
 * fallback cover and the gallery. Spec 4.3. Throws `invalid_input` and the errors of
 * `requireModPermission`.
 */
export async function listMedia(
  ctx: RequestContext,
  modId: string,
  page: PageInput,
): Promise<Page<MediaItem>> {
  await requireModPermission(ctx, modId, 'read-drafts');
  const rows = await readPage<MediaModel & SnapshotRow>(ctx, page, {
    context: { resource: 'media', sort: 'added', filters: { modId } },
    read: ({ snapshot, after }, limit) => ctx.platform.db.$queryRaw<(MediaModel & SnapshotRow)[]>`
      select ${COLUMNS}, ${SNAPSHOT} from media
      where mod_id = ${modId}::uuid and deleted_at is null and replaced_at is null
        and ${committed(Prisma.sql`born_in`, snapshot)}
        ${after ? Prisma.sql`and id > ${after[0]}::uuid` : Prisma.empty}
      order by id limit ${limit}`,
    keysOf: ({ id }) => [id],
  });
  const { publicUrl } = ctx.platform;
  return mapPage(
    rows,
    rows.items.map((row) => presentMedia(toSnapshot(row), publicUrl)),
  );
}
