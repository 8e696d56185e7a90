import type { Tx } from '../../../platform/database/connect.js';
import type { MediaManager } from '../../../platform/database/generated/enums.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { requireModPermission } from '../../collaboration/index.js';
import { announcePictures, moveMod } from './change-pictures.js';
import { pictureOf } from './get-picture.js';
import { SHOWN } from './media.rows.js';

/** A picture to delete. */
export interface MediaToDelete {
  readonly modId: string;
  readonly id: string;
  /**
   * The managers whose pictures the caller may delete: a program its own, a user also those of
   * users.
   */
  readonly of: readonly MediaManager[];
}

/**
 * Deletes a picture for good: its URL returns 410 from then on. The fallback cover replaces a
 * deleted cover if it exists. Spec 4.3. Throws:
 * - a picture of another manager: `invalid_state`
 * - the last cover of a published mod: `cover_required`
 * - already deleted: `gone`
 */
export async function deleteMedia(
  ctx: RequestContext,
  { modId, id, of }: MediaToDelete,
): Promise<boolean> {
  await requireModPermission(ctx, modId, 'media');
  const { managedBy, kind } = await pictureOf(ctx, modId, id);
  if (!of.includes(managedBy)) throw problem('invalid_state');
  return transact(ctx, async (tx) => {
    await moveMod(tx, ctx, { modId, revision: null });
    const deletedAt = ctx.platform.clock.now();
    const { count } = await tx.media.updateMany({
      where: { id, deletedAt: null },
      data: { deletedAt },
    });
    if (count === 0) throw problem('gone');
    await followCover(tx, modId, id);
    const field = kind === 'gallery' ? 'gallery' : 'cover';
    await announcePictures(tx, ctx, { modId, pictureId: id, action: 'media.deleted', field });
    return true;
  });
}

/** Makes the fallback cover the cover if the deleted picture was it. Throws `cover_required`. */
async function followCover(tx: Tx, modId: string, id: string): Promise<void> {
  const mod = await tx.mod.findUniqueOrThrow({
    where: { id: modId },
    select: { coverId: true, state: true },
  });
  if (mod.coverId !== id) return;
  const fallback = await tx.media.findFirst({ where: { modId, kind: 'fallback_cover', ...SHOWN } });
  if (!fallback && mod.state !== 'draft') throw problem('cover_required');
  await tx.mod.update({ where: { id: modId }, data: { coverId: fallback?.id ?? null } });
}
