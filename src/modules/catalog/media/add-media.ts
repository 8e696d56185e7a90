import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { MediaModel } from '../../../platform/database/generated/models.js';
import type { ReceivedFile } from '../../../platform/spool/spool.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { transact } from '../../../request/transact.js';
import { announcePictures, raiseModRevision, requireMediaWrite } from './change-pictures.js';
import { type EncodedPicture, encodePicture } from './encode-picture.js';
import { movePictures, positionsWithNew, readGallery } from './gallery-positions.js';
import { type AddMediaInput, addMediaSchema } from './media.input.js';
import { galleryFull } from './media-refusals.js';
import { getPicture, imageColumns, type ModPicture } from './read-media.js';
import { storeImages } from './store-images.js';

/** A new picture for a mod. */
export interface NewMedia {
  readonly modId: string;
  readonly file: ReceivedFile;
  readonly input: AddMediaInput;
  /** The mod's ETag that the caller read. */
  readonly expectedEtag: string;
}

/**
 * Adds a picture to a mod: a cover, which replaces the previous one, or a gallery picture. Other
 * gallery pictures may move. The image is re-encoded from its pixels (`encodePicture`) and stored
 * before the transaction; if the transaction fails, `sweepMedia` removes it. The revision of the
 * mod rises, and `announcePictures` completes the write. Spec 4.3. Throws the errors of
 * `requireModPermission`, `precondition_failed`, `invalid_metadata` (also for the position of a
 * cover), `validation_failed`, `service_unavailable`, and `invalid_state` for a full gallery.
 */
export async function addMedia(ctx: RequestContext, media: NewMedia): Promise<ModPicture> {
  const { modId, file, expectedEtag } = media;
  const { revision } = await requireMediaWrite(ctx, modId, expectedEtag);
  const input = checked(addMediaSchema, media.input, 'invalid_metadata');
  if (input.kind === 'cover' && typeof input.position === 'number') {
    throw problem('invalid_metadata', { fields: [{ field: 'position', code: 'not_allowed' }] });
  }
  const picture = await encodePicture(file);
  await storeImages(ctx.platform, [picture, ...picture.variants]);
  const write = async (tx: Tx) => {
    const id = newId();
    const coverId = input.kind === 'cover' ? { coverId: id } : {};
    await raiseModRevision(tx, ctx, { modId, revision, ...coverId });
    if (input.kind === 'cover') await replaceCover(tx, ctx, modId);
    await tx.media.create({ data: await columns(tx, { id, modId, picture, ...input }) });
    const change = { modId, pictureId: id, action: 'media.created', field: input.kind } as const;
    await announcePictures(tx, ctx, change);
    return id;
  };
  const id = await transact(ctx, write, (made) => made);
  return getPicture(ctx, modId, id);
}

type Columns = Pick<MediaModel, 'id' | 'modId'> &
  ReturnType<typeof addMediaSchema.parse> & { readonly picture: EncodedPicture };

async function columns(tx: Tx, made: Columns): Promise<Prisma.MediaUncheckedCreateInput> {
  const { id, modId, kind, picture } = made;
  const position = kind === 'cover' ? 0 : await placeOf(tx, modId, made.position ?? null);
  const alt = made.alt ?? {};
  const managedBy = made.managedBy ?? 'uploader';
  return { id, modId, kind, managedBy, alt, position, ...imageColumns(picture) };
}

/**
 * Makes room for a picture in the gallery, by default at the end. Returns its position. Throws
 * `invalid_state` if the gallery is full.
 */
async function placeOf(tx: Tx, modId: string, wanted: number | null): Promise<number> {
  const gallery = await readGallery(tx, modId);
  if (gallery.length >= LIMITS.mediaPerMod) throw galleryFull();
  const { position, moved } = positionsWithNew(gallery, wanted);
  await movePictures(tx, moved);
  return position;
}

/**
 * Hides the previous cover. Its URL keeps working until a member deletes it, because others may
 * refer to it.
 */
async function replaceCover(tx: Tx, ctx: RequestContext, modId: string): Promise<void> {
  await tx.media.updateMany({
    where: { modId, kind: 'cover', deletedAt: null, replacedAt: null },
    data: { replacedAt: ctx.platform.clock.now() },
  });
}
