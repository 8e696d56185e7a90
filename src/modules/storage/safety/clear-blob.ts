import type { Tx } from '../../../platform/database/connect.js';
import type { ArtifactModel, BlobModel } from '../../../platform/database/generated/models.js';
import { problem } from '../../../registry/errors.js';
import { LIFECYCLES, SCAN_STATUS, sources } from '../../../registry/states.js';
import { requireAdmin, requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { lockDigest } from '../blobs/blob-in-use.js';
import { mirrorLater } from '../blobs/mirror-state.js';
import { announceFileStates } from './announce-file-states.js';
import type { StoredBytes } from './blob-scans.js';
import { notUnsafe, stillBlocked } from './blocklist-refusals.js';
import { checkedNote, checkedSha256, requireOthersBytes } from './record-scan.js';

/**
 * Marks infected bytes as harmless, by decision of an admin. Their files become clean again, and
 * later scans ignore the same findings. No scan does this by itself. The next verification reads
 * them, because they may have been corrupt before. Also queues the update of the mirror, announces
 * the files (`announceFileStates`) and writes an audit line. Unused bytes that are collected, or
 * marked for it, become `deleted`; a new upload revives them. Throws:
 * - the digest or the note is malformed: `invalid_sha256`, `invalid_input`
 * - no such bytes: `not_found`
 * - they are not unsafe, or are on the blocklist: `invalid_state`
 * - the viewer is no admin: the errors of `requireAdmin`
 * - no recent second factor: `step_up_required`
 * - the viewer has a part in a file or an upload of them (`requireOthersBytes`): `forbidden`
 */
export async function clearBlob(
  ctx: RequestContext,
  sha256Text: string,
  noteText: string,
): Promise<StoredBytes> {
  requireAdmin(ctx);
  requireStepUp(ctx);
  const sha256 = checkedSha256(sha256Text);
  const note = checkedNote(noteText);
  return transact(ctx, async (tx) => {
    // A concurrent scan commits its findings before this, or reads what is cleared here.
    await lockDigest(tx, sha256);
    await requireOthersBytes(ctx, tx, sha256);
    const now = ctx.platform.clock.now();
    const blob = await clearRow(tx, sha256, now);
    await mirrorLater(ctx.platform, tx, blob.id);
    const files = await clearFiles(tx, blob.id, now);
    await announceFileStates(ctx, tx, files, 'file.ready', {
      sha256,
      size_bytes: Number(blob.sizeBytes),
    });
    await audit(tx, ctx, {
      action: 'blob.cleared',
      targetKind: 'blob',
      targetId: blob.id,
      data: { sha256, note, found: blob.clearedFinds, files: files.length },
    });
    return { id: blob.id, sha256, sizeBytes: Number(blob.sizeBytes), state: blob.state };
  });
}

/** Clears the blob with all signatures found in it. Throws `not_found`, `invalid_state`. */
async function clearRow(tx: Tx, sha256: string, now: Date): Promise<BlobModel> {
  const known = await tx.blob.findUnique({ where: { sha256 } });
  if (!known) throw problem('not_found');
  if (await tx.blockedHash.count({ where: { sha256, removedAt: null } })) {
    throw stillBlocked();
  }
  const finds = await tx.blobScan.findMany({
    where: { blobId: known.id, verdict: 'infected' },
    distinct: ['found', 'alsoFound'],
  });
  const clearedFinds = new Set(finds.flatMap((it) => [it.found ?? [], it.alsoFound].flat()));
  const blob = await writeCleared(tx, known.id, [...clearedFinds], now);
  if (!blob) throw notUnsafe(known.state);
  return blob;
}

function clearFiles(tx: Tx, blobId: string, now: Date): Promise<ArtifactModel[]> {
  return tx.artifact.updateManyAndReturn({
    where: {
      blobId,
      scanStatus: { in: sources(SCAN_STATUS, 'clear') },
      state: { notIn: ['rejected', 'deleted'] },
    },
    data: {
      scanStatus: SCAN_STATUS.events.clear.to,
      updatedAt: now,
      revision: { increment: 1 },
    },
  });
}

/**
 * Writes that a blob is cleared; undefined if it is not unsafe. A blob marked for collection must
 * not become `sealed`: its object may already be removed, and nothing would create it again. The
 * mark stays, so that the collection continues.
 */
async function writeCleared(
  tx: Tx,
  id: string,
  clearedFinds: string[],
  now: Date,
): Promise<BlobModel | undefined> {
  const { clear, clearIdle } = LIFECYCLES.blob.events;
  const [kept] = await tx.blob.updateManyAndReturn({
    where: {
      id,
      state: { in: sources(LIFECYCLES.blob, 'clear') },
      collectAfter: null,
      removedAt: null,
    },
    data: { state: clear.to, clearedFinds, idleSince: null, verifyDueAt: now },
  });
  if (kept) return kept;
  const [idle] = await tx.blob.updateManyAndReturn({
    where: { id, state: { in: sources(LIFECYCLES.blob, 'clearIdle') } },
    data: { state: clearIdle.to, clearedFinds },
  });
  return idle;
}
