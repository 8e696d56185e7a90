import type { MediaModel } from '../../../platform/database/generated/models.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { etagOf } from '../../../request/etag.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { requireModPermission } from '../../collaboration/index.js';
import { presentMedia } from '../documents/present-mod.js';
import type { MediaItem } from '../mods/media.type.js';
import { toSnapshot } from './media.rows.js';

/** A picture with the current state of its mod. */
export interface ModPicture extends MediaItem {
  /** The mod's current strong validator, for the next write. */
  readonly modEtag: string;
}

/** One picture of a mod, for members who may change its pictures. Throws `not_found`, `gone`. */
export async function getPicture(
  ctx: RequestContext,
  modId: string,
  id: string,
): Promise<ModPicture> {
  const { revision } = await requireModPermission(ctx, modId, 'media');
  const row = await pictureOf(ctx, modId, id);
  const shown = presentMedia(toSnapshot(row), ctx.platform.publicUrl);
  return { ...shown, modEtag: etagOf(modId, revision) };
}

/** The row of a picture. Throws `not_found`, and `gone` if it was deleted. */
export async function pictureOf(
  ctx: RequestContext,
  modId: string,
  id: string,
): Promise<MediaModel> {
  const row = isId(id) ? await ctx.platform.db.media.findFirst({ where: { id, modId } }) : null;
  if (!row) throw await missing(ctx, id);
  if (row.deletedAt) throw problem('gone');
  return row;
}
