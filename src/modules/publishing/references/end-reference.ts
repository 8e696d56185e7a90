import type { Tx } from '../../../platform/database/connect.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import type { ErrorCode } from '../../../registry/errors.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { audit, emit } from '../../../request/outbox.js';
import { rewriteModDocument } from '../../catalog/index.js';
import { releaseVersion } from '../uploads/session/lock-version.js';
import type { Examination } from './read-reference.js';
import { eventOf, LIVING, settleExamination } from './settle-examination.js';

/**
 * Ends a reference and its open examination, and does nothing without an open one. Spec 3.5, 4.2.
 * - before the file was ready: the file is rejected, the reference becomes `failed`, and so does
 *   the version of a main file
 * - later: the reference becomes `withdrawn`, its downloads end, and the mod stops offering it at
 *   once
 * - a reference that has ended: only the examination ends
 *
 * Stores `code` as the reason, emits `file.failed` and writes an audit line. Another reference may
 * then have the same source. `state` is the end of the examination: `failed` only if the provider
 * was unavailable. `also` runs in the same transaction, if this call ends the examination.
 */
export async function endReference(
  ctx: RequestContext,
  row: Examination,
  code: ErrorCode,
  state: 'rejected' | 'failed' = 'rejected',
  also?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { artifact, id } = row.reference;
  await settleExamination(ctx, row, { state, terminalReason: code }, async (tx, now) => {
    await also?.(tx);
    const ended = await tx.externalReference.updateMany({
      where: { id, ...LIVING },
      data: { endReason: code, locatorKey: null, updatedAt: now },
    });
    if (ended.count === 0) return;
    const rejected = await tx.artifact.updateMany({
      where: { id: artifact.id, state: { in: sources(LIFECYCLES.artifact, 'reject') } },
      data: { state: 'rejected', scanStatus: 'rejected', updatedAt: now },
    });
    const isFirst = rejected.count > 0;
    await tx.externalReference.update({
      where: { id },
      data: { state: isFirst ? 'failed' : 'withdrawn' },
    });
    if (isFirst && artifact.fileKind === 'main') {
      await releaseVersion(tx, artifact.versionId, 'reject', now);
    }
    await audit(tx, ctx, {
      action: isFirst ? 'reference.rejected' : 'reference.withdrawn',
      targetKind: 'artifact',
      targetId: artifact.id,
      data: { reference_id: id, code },
    });
    await emit(tx, eventOf(row, 'file.failed', { code }));
    if (!isFirst) await rewriteAndIndex(tx, artifact.modId);
  });
}

/**
 * Rewrites the mod document without this file as the newest available one, and queues the search
 * update.
 */
async function rewriteAndIndex(tx: Tx, modId: string): Promise<void> {
  await rewriteModDocument(tx, modId);
  await enqueue(tx, { kind: 'index-mod', payload: { modId }, dedupeKey: modId });
}

/**
 * Ends the references of deleted versions in the caller's transaction: each becomes `withdrawn`.
 * Their open examinations become `rejected`. New references may then have the same sources.
 */
export async function endReferencesOf(tx: Tx, versionIds: string[], now: Date): Promise<void> {
  const ended = await tx.externalReference.updateManyAndReturn({
    where: { artifact: { versionId: { in: versionIds } }, locatorKey: { not: null } },
    data: { state: 'withdrawn', endReason: 'gone', locatorKey: null, updatedAt: now },
    select: { id: true },
  });
  await tx.referenceValidation.updateMany({
    where: {
      referenceId: { in: ended.map(({ id }) => id) },
      state: { in: ['pending', 'processing'] },
    },
    data: { state: 'rejected', terminalReason: 'gone', updatedAt: now, completedAt: now },
  });
}
