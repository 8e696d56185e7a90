import type { Tx } from '../../../platform/database/connect.js';
import type { MediaModel } from '../../../platform/database/generated/models.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { load } from '../../../request/loaders.js';
import { audit } from '../../../request/outbox.js';
import { transact, writeOnce } from '../../../request/transact.js';
import { requireModPermission } from '../../collaboration/index.js';
import { rewriteModDocument } from '../documents/mod-document.js';
import { presentMedia } from '../documents/present-mod.js';
import { lockMod } from '../mods/lock-mod.js';
import type { MediaItem } from '../mods/media.type.js';
import { modById } from '../mods/read-mods.js';
import { renderFallbackCover } from './cover.js';
import { imageColumns, toStoredMedia } from './read-media.js';
import { storeImages } from './store-images.js';

/** A cover, and whether this call created it. */
export interface CreatedCover extends MediaItem {
  readonly created: boolean;
}

/**
 * Creates a mod's fallback cover, whose image depends only on the mod's id. If the mod has no
 * cover, this one becomes the cover; only then does the mod's revision rise. A new cover rewrites
 * the mod document, adds an audit line and enqueues the job for the search entry, but raises no
 * event. Repeated calls return the same picture. Spec 4.3. Throws the errors of
 * `requireModPermission`, and `gone` if the mod is deleted meanwhile.
 */
export async function createFallbackCover(
  ctx: RequestContext,
  modId: string,
): Promise<CreatedCover> {
  await requireModPermission(ctx, modId, 'media');
  const known = await findFallback(ctx.platform.db, modId);
  // Nothing is left to write, except that a request with an idempotency key marks the key with the
  // picture's id.
  if (known) {
    const show = async () => shown(ctx, known, false);
    return writeOnce(ctx, show, ({ id }) => id);
  }
  const mod = await load(ctx, modById, modId);
  const cover = await renderFallbackCover(mod.id);
  await storeImages(ctx.platform, [cover]);
  const columns = { modId, alt: mod.title, ...imageColumns({ ...cover, variants: [] }) };
  const make = async (tx: Tx) => {
    // Throws for a mod that was deleted meanwhile, because nothing would remove its new picture.
    await lockMod(tx, modId);
    const raced = await findFallback(tx, modId);
    if (raced) return shown(ctx, raced, false);
    const row = await tx.media.create({
      data: { id: newId(), kind: 'fallback_cover', managedBy: 'service', ...columns },
    });
    await tx.mod.updateMany({
      where: { id: modId, coverId: null },
      data: { coverId: row.id, revision: { increment: 1 }, updatedAt: ctx.platform.clock.now() },
    });
    await rewriteModDocument(tx, modId);
    await audit(tx, ctx, { action: 'media.created', targetKind: 'media', targetId: row.id });
    await enqueue(tx, { kind: 'index-mod', payload: { modId }, dedupeKey: modId });
    return shown(ctx, row, true);
  };
  return transact(ctx, make, (cover) => cover.id);
}

function shown(ctx: RequestContext, row: MediaModel, created: boolean): CreatedCover {
  return { ...presentMedia(toStoredMedia(row), ctx.platform.publicUrl), created };
}

function findFallback(db: Tx, modId: string) {
  return db.media.findFirst({ where: { modId, kind: 'fallback_cover', deletedAt: null } });
}
