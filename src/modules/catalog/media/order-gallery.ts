import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { markUnchanged, transact } from '../../../request/transact.js';
import { announcePictures, raiseModRevision, requireMediaWrite } from './change-pictures.js';
import { movePictures, readGallery } from './gallery-positions.js';
import { type ModGallery, readModGallery } from './read-gallery.js';

/** The wanted order of a gallery. */
interface GalleryOrder {
  readonly modId: string;
  /** Each picture of the gallery once. */
  readonly ids: readonly string[];
  /** The mod's ETag that the caller read. */
  readonly expectedEtag: string;
}

/**
 * Orders the whole gallery at once, so that two people who order it never mix their orders.
 * Positions then have no gaps. The revision of the mod rises, and `announcePictures` completes the
 * write. An order that is there already only marks the idempotency key. Throws the errors of
 * `requireModPermission`, `precondition_failed`, and `invalid_metadata` if `ids` is not exactly the
 * gallery.
 */
export async function orderGallery(ctx: RequestContext, order: GalleryOrder): Promise<ModGallery> {
  const { modId, ids, expectedEtag } = order;
  const { revision } = await requireMediaWrite(ctx, modId, expectedEtag);
  const gallery = await readGallery(ctx.platform.db, modId);
  requireSame(gallery, ids);
  if (gallery.every(({ id }, at) => id === ids[at])) {
    await markUnchanged(ctx);
    return readModGallery(ctx, modId);
  }
  await transact(ctx, async (tx) => {
    // From here on no other picture write runs. The revision proves that none ran since the read.
    await raiseModRevision(tx, ctx, { modId, revision });
    const positions = new Map(gallery.map(({ id, position }) => [id, position]));
    const wanted = ids.map((id, position) => ({ id, position }));
    const moved = wanted.filter(({ id, position }) => positions.get(id) !== position);
    await movePictures(tx, moved);
    const change = { modId, pictureId: null, action: 'media.ordered', field: 'gallery' } as const;
    await announcePictures(tx, ctx, change);
  });
  return readModGallery(ctx, modId);
}

function requireSame(gallery: readonly { readonly id: string }[], ids: readonly string[]): void {
  const given = new Set(ids);
  const isSame = given.size === ids.length && ids.length === gallery.length;
  if (isSame && gallery.every(({ id }) => given.has(id))) return;
  throw problem('invalid_metadata', { fields: [{ field: 'ids', code: 'unknown_value' }] });
}
