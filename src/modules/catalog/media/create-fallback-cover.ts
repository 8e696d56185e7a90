import type { Tx } from '../../../platform/database/connect.js';
import type { MediaModel } from '../../../platform/database/generated/models.js';
import { enqueue } from '../../../platform/queue/enqueue.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { load } from '../../../request/loaders.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { writeOnce } from '../../../request/write-once.js';
import { requireModPermission } from '../../collaboration/index.js';
import { presentMedia } from '../documents/present-mod.js';
import { rewriteSnapshot } from '../documents/snapshot.js';
import { lockMod } from '../mods/lock-mod.js';
import type { MediaItem } from '../mods/media.type.js';
import { modById } from '../mods/mods.loaders.js';
import { renderFallbackCover } from './cover.js';
import { imageColumns } from './image-columns.js';
import { keepImages } from './keep-images.js';
import { toSnapshot } from './media.rows.js';

/** A cover, and whether this call created it. */
export interface CreatedCover extends MediaItem {
  readonly created: boolean;
}

/**
 * Creates a mod's fallback cover, which depends on its id, and makes it the cover if the mod has
 * none. Repeated calls return the same picture. Spec 4.3. Throws `gone`.
 */
export async function createFallbackCover(
  ctx: RequestContext,
  modId: string,
): Promise<CreatedCover> {
  await requireModPermission(ctx, modId, 'media');
  const known = await findFallback(ctx.platform.db, modId);
  // Only the mark of the idempotency key is written, with the picture's id.
  if (known)
    return writeOnce(
      ctx,
      async () => shown(ctx, known, false),
      ({ id }) => id,
    );
  const mod = await load(ctx, modById, modId);
  const cover = await renderFallbackCover({
    id: mod.id,
    title: Object.values(mod.title)[0] ?? mod.slug,
    gameSlug: mod.game.slug,
  });
  await keepImages(ctx.platform, [cover]);
  const make = async (tx: Tx) => {
    // If the mod was deleted meanwhile, the new picture would never be removed.
    await lockMod(tx, modId);
    const raced = await findFallback(tx, modId);
    if (raced) return shown(ctx, raced, false);
    const row = await tx.media.create({
      data: {
        id: newId(),
        modId,
        kind: 'fallback_cover',
        managedBy: 'service',
        alt: mod.title,
        ...imageColumns({ ...cover, variants: [] }),
      },
    });
    await tx.mod.updateMany({
      where: { id: modId, coverId: null },
      data: { coverId: row.id, revision: { increment: 1 }, updatedAt: ctx.platform.clock.now() },
    });
    await rewriteSnapshot(tx, modId);
    await audit(tx, ctx, { action: 'media.created', targetKind: 'media', targetId: row.id });
    await enqueue(tx, { kind: 'index-mod', payload: { modId }, dedupeKey: modId });
    return shown(ctx, row, true);
  };
  return transact(ctx, make, (cover) => cover.id);
}

function shown(ctx: RequestContext, row: MediaModel, created: boolean): CreatedCover {
  return { ...presentMedia(toSnapshot(row), ctx.platform.publicUrl), created };
}

function findFallback(db: Tx, modId: string) {
  return db.media.findFirst({ where: { modId, kind: 'fallback_cover', deletedAt: null } });
}
