import type { Platform } from '../../platform/platform.js';
import { LIMITS } from '../../registry/limits.js';
import { transact } from '../../request/transact.js';
import { addDownloads } from './add-downloads.js';
import { tryHoldCounts } from './hold-counts.js';
import { holdGrants } from './hold-grants.js';
import { judgeGrants } from './judge-grants.js';

/** Grants of one transaction: who publishes one of their mods waits for no longer than it takes. */
const BATCH = 1_000;
/** Batches of one run: seconds of work. */
const RUN = 20;

/**
 * Counts the downloads that were admitted and that nobody has judged yet, batch by batch, each in a
 * transaction of its own: judged, remembered and added up, or none of it. One counts at a time; who
 * comes meanwhile leaves it to them. Answers whether there is more than one run does.
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
      const counted = await judgeGrants(tx, held);
      if (counted.length > 0) await addDownloads(tx, counted);
      return held.length;
    });
    left = grants === BATCH;
  }
  return left;
}

/** Removes what keeps no download from counting any more, not even one that still has to be judged. */
async function forgetCounted({ db, clock }: Platform): Promise<void> {
  const keptSeconds = LIMITS.countedDownloadWindowSeconds + LIMITS.countedDownloadGraceSeconds;
  await db.$executeRaw`
    delete from counted_downloads where counted_at < least(
      ${clock.now()}::timestamptz,
      (select min(admitted_at) from download_grants
        where counts is null and admitted_at is not null)) - make_interval(secs => ${keptSeconds})`;
}
