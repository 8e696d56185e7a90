import type { RequestContext } from '../../../request/context.js';
import type { Batch } from './batch.js';
import { markBlobs } from './mark-blobs.js';
import { noteIdleBlobs } from './note-idle-blobs.js';
import { removeBlobs, removeOrphans } from './remove-blobs.js';
import { removeMirrorOrphans } from './remove-mirror-orphans.js';

/** Batches per run; the next run continues. */
const BATCHES_MAX = 20;

/** The phases of a collection, in order. */
const PHASES = {
  idle: noteIdleBlobs,
  mark: markBlobs,
  remove: removeBlobs,
  orphans: removeOrphans,
  mirror: removeMirrorOrphans,
} as const satisfies Record<string, (ctx: RequestContext, after: string) => Promise<Batch>>;

type Phase = keyof typeof PHASES;
const ORDER = Object.keys(PHASES) as Phase[];

/** The position of a collection, as the payload of a job. */
export interface CollectPosition {
  readonly phase: Phase;
  readonly after: string;
}

/**
 * Removes unreferenced bytes. A blob without a reference for a day is marked as deleted; a day
 * later its object is removed. Objects without a row, left by a promotion without its transaction,
 * are removed after three days, also in the mirror. Each batch is complete by itself: it may be
 * killed at any point and run twice. Returns the position for the next run, or null when all is
 * done.
 */
export async function collectBlobs(
  ctx: RequestContext,
  from: Partial<Readonly<Record<string, string>>>,
  signal: AbortSignal,
): Promise<CollectPosition | null> {
  let phase = ORDER.find((name) => name === from['phase']) ?? 'idle';
  let after = from['after'] ?? '';
  const done: Record<Phase, number> = { idle: 0, mark: 0, remove: 0, orphans: 0, mirror: 0 };
  for (let batches = 0; batches < BATCHES_MAX; batches += 1) {
    signal.throwIfAborted();
    const batch = await PHASES[phase](ctx, after);
    done[phase] += batch.done;
    const next = ORDER[ORDER.indexOf(phase) + 1];
    if (batch.after === null && next === undefined) return tell(ctx, done, null);
    if (batch.after === null && next) phase = next;
    after = batch.after ?? '';
  }
  return tell(ctx, done, { phase, after });
}

function tell(
  { platform: { log } }: RequestContext,
  done: Readonly<Record<Phase, number>>,
  next: CollectPosition | null,
): CollectPosition | null {
  const { idle, mark: marked, remove: removed, orphans, mirror } = done;
  if (idle + marked + removed + orphans + mirror > 0) {
    log.info({ idle, marked, removed, orphans, mirror }, 'unreferenced bytes collected');
  }
  return next;
}
