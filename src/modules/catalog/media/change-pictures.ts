import type { Tx } from '../../../platform/database/connect.js';
import { enqueue } from '../../../platform/queue/enqueue.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { stale } from '../../../request/etag.js';
import { audit, emit } from '../../../request/outbox.js';
import { rewriteSnapshot } from '../documents/snapshot.js';

/** The effect of a picture change on its mod. */
export interface ModChange {
  readonly modId: string;
  /** The revision that the author saw; null if it does not matter. */
  readonly revision: number | null;
  /** The new cover; if omitted, the cover stays. */
  readonly coverId?: string | null;
}

/**
 * Increments the revision of a mod and locks its row until the transaction ends, so that picture
 * writes run one at a time. Throws `precondition_failed` with the current ETag.
 */
export async function moveMod(tx: Tx, ctx: RequestContext, change: ModChange): Promise<void> {
  const { modId: id, revision, coverId } = change;
  const { count } = await tx.mod.updateMany({
    where: { id, state: { not: 'deleted' }, ...(revision === null ? {} : { revision }) },
    data: {
      revision: { increment: 1 },
      updatedAt: ctx.platform.clock.now(),
      ...(coverId === undefined ? {} : { coverId }),
    },
  });
  if (count > 0) return;
  const mod = await tx.mod.findUnique({ where: { id }, select: { revision: true, state: true } });
  throw mod && mod.state !== 'deleted' ? stale(id, mod.revision) : problem('gone');
}

/** A changed picture, and the member of the mod that shows it. */
export interface PictureChange {
  readonly modId: string;
  readonly pictureId: string;
  readonly action: 'media.created' | 'media.updated' | 'media.deleted';
  readonly field: 'cover' | 'gallery';
}

/** Completes a write to a mod's pictures: the mod document, the audit log, the event and search. */
export async function announcePictures(
  tx: Tx,
  ctx: RequestContext,
  { modId, pictureId, action, field }: PictureChange,
): Promise<void> {
  await rewriteSnapshot(tx, modId);
  const data = { mod_id: modId, fields: [field] };
  await audit(tx, ctx, { action, targetKind: 'media', targetId: pictureId, data });
  await emit(tx, { kind: 'mod.updated', subjectId: modId, modId, data });
  await enqueue(tx, { kind: 'index-mod', payload: { modId }, dedupeKey: modId });
}
