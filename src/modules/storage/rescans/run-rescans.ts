import { Arg, Ctx, Field, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { withBlocklist } from '../../../platform/scanner/blocklist.js';
import { StoreUnavailable } from '../../../platform/storage/storage.port.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireAdmin, requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { Writes } from '../../../request/operation-facts.js';
import { audit } from '../../../request/outbox.js';
import { Scoped } from '../../../request/scoped.js';
import { transact } from '../../../request/transact.js';
import { readBlocklist } from '../safety/block-hash.js';
import { checkedSha256, recordScan } from '../safety/record-scan.js';
import { type DueBlob, nextDueBlob } from './due-blobs.js';
import { postponeRescan, type RescanDependencies, rescanBlob } from './rescan-blob.js';

/**
 * Postpones bytes whose rescan threw; they stay due. Rethrows if the bytes were not the cause: the
 * run is aborted, or the store or the scanner does not respond at all.
 */
async function skipBlob(
  ctx: RequestContext,
  blob: DueBlob,
  { engine, blocklistReadAt, signal }: RescanDependencies,
  error: unknown,
): Promise<void> {
  const { storage, scanner, log } = ctx.platform;
  signal.throwIfAborted();
  await storage.ping();
  await scanner.ping();
  log.warn({ err: error, blob: blob.id }, 'stored bytes could not be rescanned');
  await transact(ctx, async (tx) => {
    // A short outage of the store says nothing about the bytes.
    if (!(error instanceof StoreUnavailable)) {
      await recordScan(tx, {
        blobId: blob.id,
        cause: 'rescan',
        engine,
        scannedAt: blocklistReadAt,
        verdict: 'unknown',
        found: null,
        reasons: ['scan_failed'],
        bytesStayDue: true,
      });
    }
    await postponeRescan(ctx, tx, blob.id);
  });
}

/** One run of the job. */
interface RescanRun {
  readonly jobId: string;
  /** Aborts the run. The next run scans the current bytes again. */
  readonly signal: AbortSignal;
}

/** The wait for the run of an earlier job. */
const BUSY_SECONDS = 60;

/**
 * Scans due bytes one after another, the oldest scan first. After ten minutes it queues a further
 * run and ends, to let other jobs run. Each result is committed separately, so a run may stop
 * anywhere and the next one continues. Ends before a blob if an earlier job is in progress, and
 * returns the seconds after which this job runs again: the earlier one may fail, or has already
 * looked for due bytes. Otherwise returns null. Rethrows errors of the store, the scanner and the
 * database, also if the antivirus reports that it is unreliable; the affected bytes stay due. Bytes
 * that fail alone are postponed.
 */
export async function runRescans(ctx: RequestContext, run: RescanRun): Promise<number | null> {
  const { clock, scanner } = ctx.platform;
  const endsAt = clock.now().getTime() + LIMITS.rescanRunSeconds * 1000;
  for (;;) {
    run.signal.throwIfAborted();
    // A retry is an earlier job, and may start after this one.
    if (await isRunElsewhere(ctx, run.jobId)) return BUSY_SECONDS;
    const blocklistReadAt = clock.now();
    const blocklist = await readBlocklist(ctx);
    const blocking = withBlocklist(scanner, blocklist);
    const engine = await blocking.engine();
    const blob = await nextDueBlob(ctx, engine.signatures);
    if (!blob) return null;
    if (engine.doubt !== undefined) throw new Error(engine.doubt);
    if (clock.now().getTime() >= endsAt) {
      await enqueue(ctx.platform.db, { kind: 'rescan-blobs', payload: {}, dedupeKey: 'more' });
      return null;
    }
    const means = { scanner: blocking, blocklist, engine, blocklistReadAt, signal: run.signal };
    try {
      await rescanBlob(ctx, blob, means);
    } catch (error) {
      await skipBlob(ctx, blob, means, error);
    }
  }
}

/** Whether a run of an earlier job is in progress. Of two concurrent runs, that one continues. */
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

/** An order to scan stored bytes again. */
@ObjectType({ simpleResolvers: true, description: 'A request to scan stored bytes again.' })
class RescanOrder {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String, { nullable: true, description: 'Null for all bytes of available files.' })
  readonly sha256!: string | null;

  @Field(() => Date)
  readonly createdAt!: Date;
}

/**
 * Orders a rescan of bytes that were scanned before now: all bytes that files use, or one digest.
 * An order for one digest applies in any state except `deleted`, and also after an interrupted
 * rescan. An order for unknown or collected bytes has no effect. Inserts one row, from which the
 * job derives its work. Queues that job and writes an audit line. Throws `invalid_sha256`,
 * `step_up_required`, and the errors of `requireAdmin`.
 */
async function rescanBlobs(ctx: RequestContext, sha256Text: string | null): Promise<RescanOrder> {
  const { userId } = requireAdmin(ctx);
  requireStepUp(ctx);
  const sha256 = sha256Text === null ? null : checkedSha256(sha256Text);
  return transact(ctx, async (tx) => {
    const createdAt = ctx.platform.clock.now();
    const order = await tx.rescanOrder.create({
      data: { sha256, requestedById: userId, createdAt },
    });
    if (sha256 !== null)
      await tx.blob.updateMany({ where: { sha256 }, data: { rescanAfter: null } });
    await enqueue(tx, { kind: 'rescan-blobs', payload: {}, dedupeKey: 'more' });
    await audit(tx, ctx, {
      action: 'rescan.ordered',
      targetKind: 'rescan',
      targetId: order.id,
      data: { sha256 },
    });
    return { id: order.id, sha256, createdAt };
  });
}

/** Mutations that order rescans of stored bytes. */
@Resolver()
export class RescansResolver {
  @Mutation(() => RescanOrder, {
    description: 'Scans stored bytes again. For admins, after a recent second factor.',
  })
  @Scoped('required')
  @Writes('admin', 'rescan', null, 'second-factor')
  rescanBlobs(
    @Ctx() ctx: RequestContext,
    @Arg('sha256', () => String, {
      nullable: true,
      description: 'The bytes to scan. All bytes of available files if omitted.',
    })
    sha256?: string | null,
  ): Promise<RescanOrder> {
    return rescanBlobs(ctx, sha256 ?? null);
  }
}
