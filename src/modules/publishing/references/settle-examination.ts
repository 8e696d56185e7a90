import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { ErrorCode } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import type { Examination } from './read-reference.js';

/** An ended reference stays ended, whatever a slower examination finds. */
export const LIVING = {
  state: { in: ['pending', 'verified', 'stale'] },
} satisfies Prisma.ExternalReferenceWhereInput;

/** The outcome of an examination, with an error code if it failed. */
export interface ExaminationEnd {
  readonly state: 'verified' | 'rejected' | 'failed';
  readonly terminalReason: ErrorCode | null;
}

/**
 * Ends an open examination and applies the effects, in one transaction. It locks the mod first,
 * like every writer of versions and files.
 */
export async function settleExamination(
  ctx: RequestContext,
  row: Examination,
  end: ExaminationEnd,
  effects: (tx: Tx, now: Date) => Promise<void>,
): Promise<void> {
  const { modId } = row.reference.artifact;
  await transact(ctx, async (tx) => {
    const now = ctx.platform.clock.now();
    await tx.$queryRaw`select 1 from mods where id = ${modId}::uuid for update`;
    const ended = await tx.referenceValidation.updateMany({
      where: { id: row.id, state: { in: ['pending', 'processing'] } },
      data: { ...end, updatedAt: now, completedAt: now },
    });
    if (ended.count > 0) await effects(tx, now);
  });
}

/** The event about the file of a reference. */
export function eventOf(
  { reference }: Examination,
  kind: 'file.ready' | 'file.failed',
  more: Prisma.InputJsonObject,
) {
  const { artifact } = reference;
  return {
    kind,
    subjectId: artifact.id,
    modId: artifact.modId,
    userId: reference.registeredById,
    data: {
      reference_id: reference.id,
      mod_id: artifact.modId,
      version_id: artifact.versionId,
      artifact_id: artifact.id,
      ...more,
    },
  };
}
