import { enqueue } from '../../../platform/queue/enqueue.js';
import { withBlocklist } from '../../../platform/scanner/blocklist.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { readBlocklist } from '../safety/read-blocklist.js';
import { nextDueBlob } from './due-blobs.js';
import { passOverBlob } from './pass-over-blob.js';
import { rescanBlob } from './rescan-blob.js';

/** One run of the job. */
export interface RescanRun {
  readonly jobId: string;
  /** Aborts the run. The next run scans the current bytes again. */
  readonly signal: AbortSignal;
}

/**
 * Scans due bytes one after another, the oldest scan first. Ends after ten minutes to let other
 * jobs run. Each result is committed separately, so a run may stop anywhere and the next one
 * continues. Does nothing while another run is in progress. Rethrows errors of the store, the
 * scanner and the database, also if the antivirus reports that it is unreliable; the affected bytes
 * stay due. Bytes that fail alone are postponed.
 */
export async function runRescans(ctx: RequestContext, run: RescanRun): Promise<void> {
  if (await isRunElsewhere(ctx, run.jobId)) return;
  const { clock, scanner } = ctx.platform;
  const endsAt = clock.now().getTime() + LIMITS.rescanRunSeconds * 1000;
  for (;;) {
    run.signal.throwIfAborted();
    const since = clock.now();
    const blocklist = await readBlocklist(ctx);
    const blocking = withBlocklist(scanner, blocklist);
    const engine = await blocking.engine();
    const blob = await nextDueBlob(ctx, engine.signatures);
    if (!blob) return;
    if (engine.doubt !== undefined) throw new Error(engine.doubt);
    if (clock.now().getTime() >= endsAt) {
      await enqueue(ctx.platform.db, { kind: 'rescan-blobs', payload: {}, dedupeKey: 'more' });
      return;
    }
    const means = { scanner: blocking, blocklist, engine, since, signal: run.signal };
    try {
      await rescanBlob(ctx, blob, means);
    } catch (error) {
      await passOverBlob(ctx, blob, means, error);
    }
  }
}

/** Whether another run is in progress. Of two concurrent runs, the first one continues. */
async function isRunElsewhere(ctx: RequestContext, jobId: string): Promise<boolean> {
  const { db, clock } = ctx.platform;
  const others = await db.job.count({
    where: {
      kind: 'rescan-blobs',
      state: 'processing',
      id: { lt: jobId },
      leaseUntil: { gt: clock.now() },
    },
  });
  return others > 0;
}
