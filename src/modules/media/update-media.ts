import { problem } from '../../registry/errors.js';
import { checked } from '../../request/checked.js';
import type { RequestContext } from '../../request/context.js';
import { transact } from '../../request/transact.js';
import { moveMod, tellOfPictures } from './change-pictures.js';
import { getPicture, type ModPicture, pictureOf } from './get-picture.js';
import { mayAddMedia } from './may-add-media.js';
import type { UpdateMediaInput } from './media.input.js';
import { updateMediaSchema } from './media.schema.js';

/** What is to become of a picture. */
export interface MediaChange {
  readonly modId: string;
  readonly id: string;
  readonly input: UpdateMediaInput;
  /** The mod as its author saw it. */
  readonly expectedEtag: string;
}

/**
 * Changes the text and the place of a picture; what is left out stays. A picture itself never
 * changes: another one is another picture.
 * Throws `precondition_failed`, `invalid_metadata`, `not_found`, `gone`.
 */
export async function updateMedia(ctx: RequestContext, change: MediaChange): Promise<ModPicture> {
  const { modId, id, expectedEtag } = change;
  const { revision } = await mayAddMedia(ctx, modId, expectedEtag);
  const { alt, position } = checked(updateMediaSchema, change.input, 'invalid_metadata');
  const { kind } = await pictureOf(ctx, modId, id);
  if (kind !== 'gallery' && position !== undefined) {
    throw problem('invalid_metadata', { fields: [{ field: 'position', code: 'not_allowed' }] });
  }
  await transact(ctx, async (tx) => {
    await moveMod(tx, ctx, { modId, revision });
    const data = { ...(alt ? { alt } : {}), ...(position === undefined ? {} : { position }) };
    const { count } = await tx.media.updateMany({ where: { id, deletedAt: null }, data });
    if (count === 0) throw problem('gone');
    const field = kind === 'gallery' ? 'gallery' : 'cover';
    await tellOfPictures(tx, ctx, { modId, pictureId: id, action: 'media.updated', field });
  });
  return getPicture(ctx, modId, id);
}
