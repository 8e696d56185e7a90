import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';

const BATCH = 1_000;
const BATCHES = 100;

/** Deletes the rows of messages that ended 30 days ago. */
export async function sweepMails({ db, clock }: Platform): Promise<void> {
  const before = new Date(clock.now().getTime() - LIMITS.mailKeptSeconds * 1000);
  for (let at = 0; at < BATCHES; at += 1) {
    const deleted = await db.$executeRaw`
      delete from mails where id = any(array(
        select id from mails where outcome is not null and ended_at <= ${before}::timestamptz
        limit ${BATCH} for update skip locked))`;
    if (deleted < BATCH) return;
  }
}
