import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import type { ProviderBusy } from './provider-client.js';

/**
 * The retry delay in seconds after a provider required a wait: at least its own value, longer each
 * time, at most one hour. Returns null after too many waits of this examination.
 */
export async function postponeExamination(
  { platform: { db, clock } }: RequestContext,
  validationId: string,
  { retryAfterSeconds }: ProviderBusy,
): Promise<number | null> {
  const [row] = await db.referenceValidation.updateManyAndReturn({
    where: {
      id: validationId,
      state: { in: ['pending', 'processing'] },
      waits: { lt: LIMITS.providerWaits },
    },
    data: { waits: { increment: 1 }, updatedAt: clock.now() },
    select: { waits: true },
  });
  if (!row) return null;
  const leastSeconds = LIMITS.providerWaitSeconds * 2 ** (row.waits - 1);
  return Math.min(Math.max(retryAfterSeconds, leastSeconds), LIMITS.providerWaitMaxSeconds);
}
