import type { Tx } from '../../../../platform/database/connect.js';
import { Prisma } from '../../../../platform/database/generated/client.js';
import { hasReordering } from '../../../../registry/author-texts.js';
import { problem } from '../../../../registry/errors.js';
import { LIMITS } from '../../../../registry/limits.js';
import { requireUser } from '../../../../request/authorize.js';
import type { RequestContext } from '../../../../request/context.js';
import { newId } from '../../../../request/ids.js';
import { audit } from '../../../../request/outbox.js';
import { transact } from '../../../../request/transact.js';
import { requireUninvolved } from '../../../collaboration/index.js';
import { readReview } from './read-reviews.js';
import type { UploadReviewEntry } from './review-entry.type.js';

/** Requires that the moderator is not involved in the upload; see `requireUninvolved`. */
export async function requireOthersUpload(ctx: RequestContext, tx: Tx, id: string): Promise<void> {
  await requireUninvolved(
    ctx,
    tx,
    Prisma.sql`select mod_id, user_id, created_at from upload_sessions where id = ${id}::uuid`,
  );
}

/**
 * Adds a note to an upload that is or was under review. Only moderators who are not involved in the
 * upload read it, and it never changes. Throws `invalid_input`, the errors of `readReview`, and
 * `forbidden` for a moderator who is involved in the upload (`requireUninvolved`).
 */
export async function addReviewNote(
  ctx: RequestContext,
  id: string,
  text: string,
): Promise<UploadReviewEntry> {
  const note = checkedNote('text', text);
  await readReview(ctx, id);
  await transact(ctx, async (tx) => {
    await requireOthersUpload(ctx, tx, id);
    await writeNote(ctx, tx, id, note);
  });
  return readReview(ctx, id);
}

/**
 * Returns a trimmed note. Throws `invalid_input` with `field` for an empty note, or one of more
 * than `LIMITS.reviewNoteCharacters`.
 */
export function checkedNote(field: string, text: string): string {
  const note = text.trim();
  if (note === '') throw problem('invalid_input', { fields: [{ field, code: 'required' }] });
  if (note.length <= LIMITS.reviewNoteCharacters) return note;
  throw problem('invalid_input', { fields: [{ field, code: 'too_long' }] });
}

/**
 * Returns the trimmed note for the creator; null for null, an absent or an empty text. Throws the
 * errors of `checkedNote`, and `invalid_input` for characters that change the order of the text.
 */
export function checkedPublicNote(text: string | null | undefined): string | null {
  if (!text) return null;
  const note = checkedNote('publicNote', text);
  if (!hasReordering(note)) return note;
  throw problem('invalid_input', { fields: [{ field: 'publicNote', code: 'invalid_format' }] });
}

/** Adds a checked note and an audit line with its id, in the given transaction. */
export async function writeNote(
  ctx: RequestContext,
  tx: Tx,
  uploadId: string,
  text: string,
): Promise<void> {
  const id = newId();
  const authorId = requireUser(ctx).userId;
  const createdAt = ctx.platform.clock.now();
  await tx.reviewNote.create({ data: { id, uploadId, authorId, text, createdAt } });
  await audit(tx, ctx, {
    action: 'review.noted',
    targetKind: 'upload',
    targetId: uploadId,
    data: { note_id: id },
  });
}
