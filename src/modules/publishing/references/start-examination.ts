import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import type { Examination } from './read-reference.js';

/**
 * Marks an examination as running, its file as being scanned, and a main file's version as
 * `scanning`.
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
  await db.modVersion.updateMany({
    where: { id: artifact.versionId, state: { in: sources(LIFECYCLES.modVersion, 'scan') } },
    data: {
      state: 'scanning',
      updatedAt: now,
      lifecycleVersion: { increment: 1 },
      revision: { increment: 1 },
    },
  });
}
