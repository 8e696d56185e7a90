import { LIFECYCLES, SCAN_STATUS, sources } from '../../../../registry/states.js';
import type { RequestContext } from '../../../../request/context.js';
import { transact } from '../../../../request/transact.js';
import { cleanupAfter } from './cleanup.js';

const BATCH = 100;

/** Expires sessions after their activity window, and removes staged bytes after their hold. */
export async function sweepUploads(ctx: RequestContext): Promise<void> {
  await expireIdle(ctx);
  await removeStaged(ctx);
}

async function expireIdle(ctx: RequestContext): Promise<void> {
  const now = ctx.platform.clock.now();
  const idle = await ctx.platform.db.uploadSession.findMany({
    where: {
      state: { in: sources(LIFECYCLES.uploadSession, 'expire') },
      expiresAt: { lte: now },
    },
    take: BATCH,
  });
  for (const row of idle) {
    await transact(ctx, async (tx) => {
      const ended = await tx.uploadSession.updateMany({
        where: {
          id: row.id,
          state: { in: sources(LIFECYCLES.uploadSession, 'expire') },
          expiresAt: { lte: now },
        },
        data: {
          state: 'cancelled',
          expired: true,
          cleanupAfter: cleanupAfter(row, now),
          updatedAt: now,
          revision: { increment: 1 },
        },
      });
      if (ended.count === 0) return;
      await tx.artifact.updateMany({
        where: {
          id: row.artifactId,
          state: 'pending',
          scanStatus: { in: sources(SCAN_STATUS, 'skip') },
        },
        data: { state: 'rejected', scanStatus: SCAN_STATUS.events.skip.to, updatedAt: now },
      });
    });
  }
}

async function removeStaged(ctx: RequestContext): Promise<void> {
  const { db, storage, clock, log } = ctx.platform;
  const now = clock.now();
  const due = await db.uploadSession.findMany({
    where: { cleanupAfter: { lte: now } },
    orderBy: { cleanupAfter: 'asc' },
    take: BATCH,
  });
  for (const row of due) {
    try {
      await storage.remove(row.stagingKey);
    } catch (error) {
      log.warn({ err: error, upload: row.id }, 'staged bytes not removed');
      continue;
    }
    const data = { cleanupAfter: null, cleanedAt: now };
    await db.uploadSession.update({ where: { id: row.id }, data });
  }
}
