import type { Inspection, Outcome } from '../../../../archives/inspection.js';
import type { RequestContext } from '../../../../request/context.js';
import { isCleared } from '../../../storage/index.js';

/**
 * If an admin has cleared all findings in these bytes, returns the outcome that applies without
 * them. Any further finding still rejects the upload.
 */
export async function applyClearance(
  ctx: RequestContext,
  { sha256, outcome }: Pick<Inspection, 'sha256' | 'outcome'>,
): Promise<Outcome> {
  if (outcome.kind !== 'infected') return outcome;
  const blob = await ctx.platform.db.blob.findUnique({
    where: { sha256 },
    select: { clearedFinds: true },
  });
  if (!isCleared(outcome.found, blob?.clearedFinds ?? [])) return outcome;
  return { ...outcome.otherwise, cleared: outcome.found };
}
