import type { RequestContext } from '../../request/context.js';
import { isId } from '../../request/ids.js';
import { missing } from '../../request/missing.js';
import { type MediaItem, presentMedia } from '../catalog/index.js';
import { requireModPermission } from '../teams/index.js';
import { toSnapshot } from './media.rows.js';

/** One picture of a mod, for those who may change its pictures. Throws `not_found`, `gone`. */
export async function getPicture(
  ctx: RequestContext,
  modId: string,
  id: string,
): Promise<MediaItem> {
  await requireModPermission(ctx, modId, 'media');
  const row = isId(id)
    ? await ctx.platform.db.media.findFirst({ where: { id, modId, deletedAt: null } })
    : null;
  if (!row) throw await missing(ctx, id);
  return presentMedia(toSnapshot(row), ctx.platform.publicUrl);
}
