import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../../platform/database/connect.js';
import { problem } from '../../../registry/errors.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { writeOnce } from '../../../request/write-once.js';
import { announcePictures, moveMod } from './change-pictures.js';
import { movePictures, placed, readGallery } from './gallery-positions.js';
import { getPicture, type ModPicture, pictureOf } from './get-picture.js';
import { mayAddMedia } from './may-add-media.js';
import type { UpdateMediaInput } from './media.input.js';
import { updateMediaSchema } from './media.schema.js';

/** A change of a picture. */
export interface MediaChange {
  readonly modId: string;
  readonly id: string;
  readonly input: UpdateMediaInput;
  /** The mod's ETag that the author saw. */
  readonly expectedEtag: string;
}

/**
 * Changes the text and position of a picture; omitted members stay. The image itself never changes.
 * An empty change leaves the mod unchanged. Throws `precondition_failed`, `invalid_metadata`,
 * `not_found`, `gone`.
 */
export async function updateMedia(ctx: RequestContext, change: MediaChange): Promise<ModPicture> {
  const { modId, id, expectedEtag } = change;
  const { revision } = await mayAddMedia(ctx, modId, expectedEtag);
  const { alt, position } = checked(updateMediaSchema, change.input, 'invalid_metadata');
  const current = await pictureOf(ctx, modId, id);
  const { kind } = current;
  if (kind !== 'gallery' && position !== undefined) {
    throw problem('invalid_metadata', { fields: [{ field: 'position', code: 'not_allowed' }] });
  }
  const isNew = alt !== undefined && !isDeepStrictEqual(alt, current.alt);
  const isMoved = position !== undefined && position !== current.position;
  if (!isNew && !isMoved) {
    return writeOnce(
      ctx,
      () => getPicture(ctx, modId, id),
      () => null,
    );
  }
  await transact(ctx, async (tx) => {
    await moveMod(tx, ctx, { modId, revision });
    const data = { ...(alt ? { alt } : {}) };
    const { count } = await tx.media.updateMany({ where: { id, deletedAt: null }, data });
    if (count === 0) throw problem('gone');
    if (isMoved) await movePicture(tx, modId, { id, position });
    const field = kind === 'gallery' ? 'gallery' : 'cover';
    await announcePictures(tx, ctx, { modId, pictureId: id, action: 'media.updated', field });
  });
  return getPicture(ctx, modId, id);
}

async function movePicture(
  tx: Tx,
  modId: string,
  { id, position: wanted }: { readonly id: string; readonly position: number },
): Promise<void> {
  const others = (await readGallery(tx, modId)).filter((other) => other.id !== id);
  const { position, moved } = placed(others, wanted);
  await movePictures(tx, [...moved, { id, position }]);
}
