import type { Tx } from '../../../platform/database/connect.js';
import { providersOn } from '../../../platform/provider-switches.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { versionStep } from '../versions/version-step.js';
import { endReference } from './end-reference.js';
import type { ProviderBusy } from './provider-client.js';
import type { Examination } from './read-reference.js';
import { LIVING, settleExamination } from './settle-examination.js';

/**
 * Marks an examination as running. Before the file was ready, also marks the file as being scanned,
 * and a main file's version as `scanning`.
 */
export async function startExamination(ctx: RequestContext, row: Examination): Promise<void> {
  const { db, clock } = ctx.platform;
  const now = clock.now();
  await db.referenceValidation.updateMany({
    where: { id: row.id, state: 'pending' },
    data: { state: 'processing', updatedAt: now },
  });
  const { artifact } = row.reference;
  await db.artifact.updateMany({
    where: { id: artifact.id, state: 'pending' },
    data: { scanStatus: 'scanning', updatedAt: now },
  });
  if (artifact.fileKind !== 'main' || artifact.state !== 'pending') return;
  const { when, data } = versionStep('scan', now);
  await db.modVersion.updateMany({ where: { id: artifact.versionId, ...when }, data });
}

/**
 * Queues an examination of a reference, in the transaction that causes it. Returns its id. The
 * tables and the API call an examination a validation.
 */
export async function queueExamination(tx: Tx, referenceId: string, now: Date): Promise<string> {
  const id = newId();
  const payload = { validationId: id };
  const jobId = await enqueue(tx, { kind: 'verify-reference', payload });
  await tx.referenceValidation.create({
    data: { id, referenceId, jobId, createdAt: now, updatedAt: now },
  });
  return id;
}

/**
 * Queues an examination unless one is waiting or running. Locks the reference, so of several
 * concurrent calls only one queues it. Returns the id of the open examination.
 */
export async function queueOnce(tx: Tx, referenceId: string, now: Date): Promise<string> {
  await tx.$queryRaw`select 1 from external_references where id = ${referenceId}::uuid for update`;
  const open = await tx.referenceValidation.findFirst({
    where: { referenceId, state: { in: ['pending', 'processing'] } },
    select: { id: true },
  });
  return open?.id ?? (await queueExamination(tx, referenceId, now));
}

/**
 * Ends an examination as failed, because its provider is unavailable. A first examination also ends
 * the reference. A verified reference becomes `stale`, with an audit line, if its last successful
 * check was at least `referenceFreshSeconds` ago; otherwise it stays as it is. The daily check
 * queues the next examination.
 */
export async function giveUpExamination(
  ctx: RequestContext,
  row: Examination,
  code: 'provider_unavailable' | 'provider_rate_limited',
): Promise<void> {
  if (row.reference.artifact.state === 'pending') {
    await endReference(ctx, row, code, 'failed');
    return;
  }
  await settleExamination(ctx, row, { state: 'failed', terminalReason: code }, async (tx, now) => {
    const stale = await tx.externalReference.updateMany({
      where: {
        id: row.reference.id,
        state: 'verified',
        checkedAt: { lte: new Date(now.getTime() - LIMITS.referenceFreshSeconds * 1000) },
      },
      data: { state: 'stale', updatedAt: now },
    });
    if (stale.count === 0) return;
    await audit(tx, ctx, {
      action: 'reference.stale',
      targetKind: 'artifact',
      targetId: row.reference.artifactId,
    });
  });
}

/**
 * Ends an examination as `verified`, because the provider still has the attested file. Renews the
 * freshness of the reference, unless it has ended. If malware was found in equal bytes since the
 * examination began, queues the next one, which reads the bytes again.
 */
export async function confirmReference(ctx: RequestContext, row: Examination): Promise<void> {
  await settleExamination(
    ctx,
    row,
    { state: 'verified', terminalReason: null },
    async (tx, now) => {
      const [seen] = await tx.externalReference.updateManyAndReturn({
        where: { id: row.reference.id, ...LIVING },
        data: { state: 'verified', checkedAt: now, updatedAt: now },
        select: { id: true, attestedAt: true },
      });
      if (seen?.attestedAt === null) await queueExamination(tx, seen.id, now);
    },
  );
}

/**
 * Counts a wait that a provider required of an examination, and returns the delay for its job in
 * seconds. The delay is the provider's value, or a minimum that doubles with each wait if that is
 * longer, but never more than one hour. Returns null and counts nothing after too many waits of
 * this examination, or if it has ended.
 */
export async function countProviderWait(
  { platform: { db, clock } }: RequestContext,
  validationId: string,
  { retryAfterSeconds }: ProviderBusy,
): Promise<number | null> {
  const [row] = await db.referenceValidation.updateManyAndReturn({
    where: {
      id: validationId,
      state: { in: ['pending', 'processing'] },
      waits: { lt: LIMITS.providerWaits },
    },
    data: { waits: { increment: 1 }, updatedAt: clock.now() },
    select: { waits: true },
  });
  if (!row) return null;
  const leastSeconds = LIMITS.providerWaitSeconds * 2 ** (row.waits - 1);
  return Math.min(Math.max(retryAfterSeconds, leastSeconds), LIMITS.providerWaitMaxSeconds);
}

/** References per run; the next run continues. */
const BATCH = 200;

/**
 * Queues the daily examination of references. It selects those that were last checked a day ago or
 * earlier, and have no examination that is open or was created within a day. One run queues at most
 * `BATCH`, the oldest check first. Includes files of withdrawn versions, because they may be
 * restored. Excludes disabled providers, and references that were never verified or have ended.
 * Spec 4.2, 4.3.
 */
export async function checkReferences(ctx: RequestContext): Promise<void> {
  const { db, clock } = ctx.platform;
  const now = clock.now();
  const before = new Date(now.getTime() - LIMITS.referenceCheckSeconds * 1000);
  const due = await db.externalReference.findMany({
    where: {
      state: { in: ['verified', 'stale'] },
      provider: { in: providersOn(ctx.platform, 'worker') },
      checkedAt: { lte: before },
      validations: {
        none: {
          OR: [{ createdAt: { gt: before } }, { state: { in: ['pending', 'processing'] } }],
        },
      },
    },
    orderBy: { checkedAt: 'asc' },
    take: BATCH,
    select: { id: true },
  });
  for (const { id } of due) await transact(ctx, (tx) => queueOnce(tx, id, now));
}
