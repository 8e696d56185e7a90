import type { Tx } from '../../../platform/database/connect.js';
import type { BlockedHashModel } from '../../../platform/database/generated/models.js';
import { type Blocklist, createBlocklist } from '../../../platform/scanner/blocklist.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { ADVISORY_LOCKS } from '../../../registry/locks.js';
import { requireAdmin, requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { lockDigest } from '../blobs/blob-in-use.js';
import { blockedWithOtherName, blocklistFull } from './blocklist-refusals.js';
import { type BlockedHash, type BlockHashInput, presentBlocked } from './list-blocked-hashes.js';
import { checkedNote, checkedSha256, fieldError, requireOthersBytes } from './record-scan.js';
import { condemnBlob, examineReferencesLater } from './unsafe-blob.js';

/** The part of a signature name after `Blocked.`. */
const NAME = /^[A-Za-z0-9][\w.-]*$/;

type NewEntry = Pick<BlockedHashModel, 'sha256' | 'sizeBytes' | 'name' | 'note'>;

/**
 * Adds bytes to the blocklist. New uploads of these bytes are rejected, and a stored blob of
 * exactly these bytes becomes unsafe at once. If the size is given, uploads that contain them as a
 * file are rejected too, and the next rescan searches stored archives for them. A job ends external
 * files with exactly these bytes; others are compared when they are examined next
 * (`verifyReference`). Writes an audit line. Does nothing if an entry with the same digest, name
 * and size exists; it keeps its note. For admins. Throws the errors of `requireAdmin`, and:
 * - the digest is malformed: `invalid_sha256`
 * - the name, the size or the note is malformed: `invalid_input`
 * - listed with another name or size, or the list is full: `invalid_state`
 * - no recent second factor: `step_up_required`
 */
export async function blockHash(ctx: RequestContext, input: BlockHashInput): Promise<BlockedHash> {
  const { userId } = requireAdmin(ctx);
  requireStepUp(ctx);
  const entry = checkedEntry(input);
  const row = await transact(ctx, async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${ADVISORY_LOCKS.blocklist}::bigint)`;
    // A concurrent upload of these bytes is either stored before this, or sees the entry.
    await lockDigest(tx, entry.sha256);
    const existing = await tx.blockedHash.findFirst({
      where: { sha256: entry.sha256, removedAt: null },
    });
    if (existing) {
      if (existing.name === entry.name && existing.sizeBytes === entry.sizeBytes) return existing;
      throw blockedWithOtherName(existing);
    }
    if ((await tx.blockedHash.count({ where: { removedAt: null } })) >= LIMITS.blockedHashes) {
      throw blocklistFull();
    }
    const createdAt = ctx.platform.clock.now();
    const made = await tx.blockedHash.create({
      data: { ...entry, createdById: userId, createdAt },
    });
    await audit(tx, ctx, {
      action: 'blocked_hash.added',
      targetKind: 'blocked_hash',
      targetId: made.id,
      data: { sha256: made.sha256, name: made.name },
    });
    await examineReferencesLater(tx, made.sha256);
    await condemnStored(ctx, tx, made);
    return made;
  });
  return presentBlocked(row);
}

function checkedEntry({ sha256, sizeBytes = null, name, note }: BlockHashInput): NewEntry {
  if (!NAME.test(name)) throw fieldError('name', 'invalid_format');
  if (name.length > LIMITS.blockedHashNameCharacters) throw fieldError('name', 'too_long');
  if (sizeBytes !== null && sizeBytes < 1) throw fieldError('sizeBytes', 'too_small');
  return {
    sha256: checkedSha256(sha256),
    sizeBytes: sizeBytes === null ? null : BigInt(sizeBytes),
    name,
    note: note ? checkedNote(note) : null,
  };
}

async function condemnStored(ctx: RequestContext, tx: Tx, entry: BlockedHashModel): Promise<void> {
  const blob = await tx.blob.findUnique({ where: { sha256: entry.sha256 } });
  if (!blob || blob.state === 'deleted') return;
  await condemnBlob(ctx, tx, {
    blobId: blob.id,
    cause: 'blocklist',
    verdict: 'infected',
    reasons: [],
    engine: { name: 'blocklist', signatures: entry.id },
    found: `Blocked.${entry.name}`,
    scannedAt: entry.createdAt,
  });
}

/**
 * Removes an entry from the blocklist; the row is kept. Bytes that the entry made unsafe stay so
 * until an admin clears them. Writes an audit line. For admins. Throws `not_found` if the entry is
 * not on the list, `step_up_required`, and the errors of `requireAdmin` and `requireOthersBytes`.
 */
export async function unblockHash(ctx: RequestContext, id: string): Promise<BlockedHash> {
  const { userId } = requireAdmin(ctx);
  requireStepUp(ctx);
  if (!isId(id)) throw problem('not_found');
  const row = await transact(ctx, async (tx) => {
    const [removed] = await tx.blockedHash.updateManyAndReturn({
      where: { id, removedAt: null },
      data: { removedAt: ctx.platform.clock.now(), removedById: userId },
    });
    if (!removed) throw problem('not_found');
    await requireOthersBytes(ctx, tx, removed.sha256);
    await audit(tx, ctx, {
      action: 'blocked_hash.removed',
      targetKind: 'blocked_hash',
      targetId: id,
      data: { sha256: removed.sha256, name: removed.name },
    });
    return removed;
  });
  return presentBlocked(row);
}

/** Returns the whole current blocklist with one statement. A scan uses one copy until its end. */
export async function readBlocklist(ctx: RequestContext): Promise<Blocklist> {
  const rows = await ctx.platform.db.blockedHash.findMany({
    where: { removedAt: null },
    select: { sha256: true, sizeBytes: true, name: true },
  });
  return createBlocklist(
    rows.map(({ sizeBytes, ...row }) => ({
      ...row,
      sizeBytes: sizeBytes === null ? null : Number(sizeBytes),
    })),
  );
}
