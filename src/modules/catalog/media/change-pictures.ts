import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../../platform/database/connect.js';
import type { MediaManager } from '../../../platform/database/generated/enums.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { problem } from '../../../registry/errors.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { audit, emit } from '../../../request/outbox.js';
import { goneObject } from '../../../request/refusals.js';
import { markUnchanged, transact } from '../../../request/transact.js';
import { revisionOf, stale } from '../../../request/validator.js';
import { type ModAccess, requireModPermission } from '../../collaboration/index.js';
import { rewriteModDocument } from '../documents/mod-document.js';
import { movePictures, positionsWithNew, readGallery } from './gallery-positions.js';
import { type UpdateMediaInput, updateMediaSchema } from './media.input.js';
import { managedByOther } from './media-refusals.js';
import { getPicture, type ModPicture, pictureOf, SHOWN } from './read-media.js';

/** The effect of a picture change on its mod. */
interface ModChange {
  readonly modId: string;
  /** The revision that the caller read; null if it does not matter. */
  readonly revision: number | null;
  /** The new cover; null removes the cover. If omitted, the cover stays. */
  readonly coverId?: string | null;
}

/**
 * Increments the revision of a mod, sets its time of change and the given cover, and locks its row
 * until the transaction ends, so that picture writes run one at a time. Throws
 * `precondition_failed` with the current ETag for another revision, and `gone` for a deleted mod.
 */
export async function raiseModRevision(
  tx: Tx,
  ctx: RequestContext,
  change: ModChange,
): Promise<void> {
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
  throw mod && mod.state !== 'deleted' ? stale(id, mod.revision) : goneObject(id);
}

/** A changed picture, and the member of the mod that shows it. */
interface PictureChange {
  readonly modId: string;
  /** Null if the whole gallery changed. */
  readonly pictureId: string | null;
  readonly action: 'media.created' | 'media.updated' | 'media.ordered' | 'media.deleted';
  readonly field: 'cover' | 'gallery';
}

/**
 * Completes a write to a mod's pictures in the same transaction. It rewrites the mod document, adds
 * an audit line, emits the event `mod.updated`, and enqueues the job for the search entry.
 */
export async function announcePictures(
  tx: Tx,
  ctx: RequestContext,
  { modId, pictureId, action, field }: PictureChange,
): Promise<void> {
  await rewriteModDocument(tx, modId);
  const data = { mod_id: modId, fields: [field] };
  const target =
    pictureId === null
      ? { targetKind: 'mod', targetId: modId }
      : { targetKind: 'media', targetId: pictureId };
  await audit(tx, ctx, { action, ...target, data });
  await emit(tx, { kind: 'mod.updated', subjectId: modId, modId, data });
  await enqueue(tx, { kind: 'index-mod', payload: { modId }, dedupeKey: modId });
}

/** A picture to delete. */
interface MediaToDelete {
  readonly modId: string;
  readonly id: string;
  /**
   * The managers whose pictures this operation may delete: `importer` in `deleteModMedia`, also
   * `uploader` in `removeModPicture`. Never `service`, so the fallback cover stays.
   */
  readonly managers: readonly MediaManager[];
}

/**
 * Deletes a picture for good: its URL returns 410 from then on, and `sweepMedia` removes unused
 * bytes later. It needs no ETag, but raises the revision of the mod, and `announcePictures`
 * completes the write. The fallback cover, if the mod has one, replaces a deleted cover. Always
 * returns true. Spec 4.3. Throws the errors of `requireModPermission`, and:
 * - a picture of another manager: `invalid_state`
 * - the cover of a mod that is no draft and has no fallback cover: `cover_required`
 * - unknown: `not_found`, already deleted: `gone`
 */
export async function deleteMedia(
  ctx: RequestContext,
  { modId, id, managers }: MediaToDelete,
): Promise<boolean> {
  await requireModPermission(ctx, modId, 'media');
  const { managedBy, kind } = await pictureOf(ctx, modId, id);
  if (!managers.includes(managedBy)) throw managedByOther(managedBy);
  return transact(ctx, async (tx) => {
    await raiseModRevision(tx, ctx, { modId, revision: null });
    const deletedAt = ctx.platform.clock.now();
    const { count } = await tx.media.updateMany({
      where: { id, deletedAt: null },
      data: { deletedAt },
    });
    if (count === 0) throw goneObject(id);
    await replaceDeletedCover(tx, modId, id);
    const field = kind === 'gallery' ? 'gallery' : 'cover';
    await announcePictures(tx, ctx, { modId, pictureId: id, action: 'media.deleted', field });
    return true;
  });
}

/**
 * If the deleted picture was the cover, the fallback cover becomes the cover. Without one, a draft
 * stays without a cover; for other mods it throws `cover_required`.
 */
async function replaceDeletedCover(tx: Tx, modId: string, id: string): Promise<void> {
  const mod = await tx.mod.findUniqueOrThrow({
    where: { id: modId },
    select: { coverId: true, state: true },
  });
  if (mod.coverId !== id) return;
  const fallback = await tx.media.findFirst({ where: { modId, kind: 'fallback_cover', ...SHOWN } });
  if (!fallback && mod.state !== 'draft') throw problem('cover_required');
  await tx.mod.update({ where: { id: modId }, data: { coverId: fallback?.id ?? null } });
}

/**
 * Checks a picture write before the file is read: the permission and the ETag. The REST facade
 * calls this before it receives a file. Throws `precondition_failed` and the errors of
 * `requireModPermission`.
 */
export async function requireMediaWrite(
  ctx: RequestContext,
  modId: string,
  expectedEtag: string,
): Promise<ModAccess> {
  const access = await requireModPermission(ctx, modId, 'media');
  if (revisionOf(modId, expectedEtag) !== access.revision) throw stale(modId, access.revision);
  return access;
}

/** A change of a picture. */
interface MediaChange {
  readonly modId: string;
  readonly id: string;
  readonly input: UpdateMediaInput;
  /** The mod's ETag that the caller read. */
  readonly expectedEtag: string;
}

/**
 * Changes the text and position of a picture; omitted members stay. The image itself never changes.
 * Other gallery pictures may move. The revision of the mod rises, and `announcePictures` completes
 * the write. A change without new values only marks the idempotency key. Throws
 * `precondition_failed`, `not_found`, `gone`, the errors of `requireModPermission`, and
 * `invalid_metadata`, also for the position of a cover.
 */
export async function updateMedia(ctx: RequestContext, change: MediaChange): Promise<ModPicture> {
  const { modId, id, expectedEtag } = change;
  const { revision } = await requireMediaWrite(ctx, modId, expectedEtag);
  const { alt, position } = checked(updateMediaSchema, change.input, 'invalid_metadata');
  const current = await pictureOf(ctx, modId, id);
  const { kind } = current;
  if (kind !== 'gallery' && position !== undefined) {
    throw problem('invalid_metadata', { fields: [{ field: 'position', code: 'not_allowed' }] });
  }
  const isNew = alt !== undefined && !isDeepStrictEqual(alt, current.alt);
  const isMoved = position !== undefined && position !== current.position;
  if (!isNew && !isMoved) {
    await markUnchanged(ctx);
    return getPicture(ctx, modId, id);
  }
  await transact(ctx, async (tx) => {
    await raiseModRevision(tx, ctx, { modId, revision });
    const data = { ...(alt ? { alt } : {}) };
    const { count } = await tx.media.updateMany({ where: { id, deletedAt: null }, data });
    if (count === 0) throw goneObject(id);
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
  const { position, moved } = positionsWithNew(others, wanted);
  await movePictures(tx, [...moved, { id, position }]);
}
