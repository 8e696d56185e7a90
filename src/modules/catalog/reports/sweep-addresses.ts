import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';

const BATCH = 1_000;

/**
 * Removes the addresses of reporters without an account from reports without a decision after
 * `reporterAddressSeconds`.
 */
export async function sweepReporterAddresses({ db, clock }: Platform): Promise<void> {
  const before = new Date(clock.now().getTime() - LIMITS.reporterAddressSeconds * 1000);
  for (let removed = BATCH; removed === BATCH; ) {
    removed = await db.$executeRaw`
      update mod_reports set reporter_address = null, reporter_locale = null
      where id = any(array(select id from mod_reports
        where reporter_address is not null and created_at <= ${before}::timestamptz
        limit ${BATCH}))`;
  }
}
