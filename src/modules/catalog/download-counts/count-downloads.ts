import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import { transact } from '../../../request/transact.js';
import { addDownloads } from './add-downloads.js';
import { tryHoldCounts } from './hold-counts.js';
import { holdGrants } from './hold-grants.js';
import { selectCountedGrants } from './select-counted-grants.js';

/** Grants per transaction. A publication of one of their mods waits until the transaction ends. */
const BATCH = 1_000;
/** Batches per run: a few seconds of work. */
const RUN = 20;

/**
 * Counts downloads that were admitted but not yet judged, in batches. Each batch is one
 * transaction: it judges, records and adds up the downloads. Only one process counts at a time;
 * others return at once. Returns whether another run is needed.
 */
export async function countDownloads(platform: Platform, signal: AbortSignal): Promise<boolean> {
  const ctx = { platform, claim: null };
  await forgetCounted(platform);
  let left = true;
  for (let run = 0; left && run < RUN; run += 1) {
    signal.throwIfAborted();
    const grants = await transact(ctx, async (tx) => {
      if (!(await tryHoldCounts(tx))) return 0;
      const held = await holdGrants(tx, BATCH);
      if (held.length === 0) return 0;
      const counted = await selectCountedGrants(tx, held);
      if (counted.length > 0) await addDownloads(tx, counted);
      return held.length;
    });
    left = grants === BATCH;
  }
  return left;
}

/**
 * Removes records that no longer affect any download, including downloads that are not yet judged.
 */
async function forgetCounted({ db, clock }: Platform): Promise<void> {
  const keptSeconds = LIMITS.countedDownloadWindowSeconds + LIMITS.countedDownloadGraceSeconds;
  await db.$executeRaw`
    delete from counted_downloads where counted_at < least(
      ${clock.now()}::timestamptz,
      (select min(admitted_at) from download_grants
        where counts is null and admitted_at is not null)) - make_interval(secs => ${keptSeconds})`;
}
