import type { RequestContext } from '../../../request/context.js';
import { etagOf } from '../../../request/validator.js';
import { requireModPermission } from '../../collaboration/index.js';
import { presentMedia } from '../documents/present-mod.js';
import type { MediaItem } from '../mods/media.type.js';
import { SHOWN, toStoredMedia } from './read-media.js';

/** The pictures of a mod with its current state. */
export interface ModGallery {
  /** The cover that the mod shows; null for a draft without one. */
  readonly cover: MediaItem | null;
  /** In the order in which the mod shows them. */
  readonly gallery: readonly MediaItem[];
  /** The mod's current strong validator, for the next write. */
  readonly modEtag: string;
}

/**
 * The cover and the gallery of a mod, for all members of its team. Throws the errors of
 * `requireModPermission`.
 */
export async function readModGallery(ctx: RequestContext, modId: string): Promise<ModGallery> {
  await requireModPermission(ctx, modId, 'read-drafts');
  const { db, publicUrl } = ctx.platform;
  const mod = await db.mod.findUniqueOrThrow({
    where: { id: modId },
    select: {
      revision: true,
      coverId: true,
      media: { where: SHOWN, orderBy: [{ position: 'asc' }, { id: 'asc' }] },
    },
  });
  const shown = (row: (typeof mod.media)[number]) => presentMedia(toStoredMedia(row), publicUrl);
  const cover = mod.media.find(({ id }) => id === mod.coverId);
  return {
    cover: cover ? shown(cover) : null,
    gallery: mod.media.filter(({ kind }) => kind === 'gallery').map(shown),
    modEtag: etagOf(modId, mod.revision),
  };
}
