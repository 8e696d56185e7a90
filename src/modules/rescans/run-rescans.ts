import { enqueue } from '../../platform/queue/enqueue.js';
import { withBlocklist } from '../../platform/scanner/blocklist.js';
import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { readBlocklist } from '../safety/index.js';
import { nextDueBlob } from './due-blobs.js';
import { passOverBlob } from './pass-over-blob.js';
import { rescanBlob } from './rescan-blob.js';

/** One run of the job. */
export interface RescanRun {
  readonly jobId: string;
  /** Ends the run; what it was scanning is scanned again by the next. */
  readonly signal: AbortSignal;
}

/**
 * Scans stored bytes again, one after the other, the oldest scan first, and makes room for other work
 * after ten minutes. Each is settled by itself, so it may be ended anywhere and goes on where it
 * stopped. One run at a time is enough: while another one goes on, this one does nothing.
 * Throws what the store, the scanner or the database throw, and where the antivirus is in doubt of
 * itself; what was not decided then stays due. Bytes that alone make trouble are put off.
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

/** Whether an earlier run still goes on; of two that begin at once the first goes on. */
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
