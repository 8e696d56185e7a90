import type { Inspection, InspectionOutcome } from '../../../../archives/inspection.js';
import type { RequestContext } from '../../../../request/context.js';
import { isCleared } from '../../../storage/index.js';

/**
 * Returns the outcome that applies without the findings of the antivirus, if an admin has cleared
 * all of them in these bytes. Any further finding still rejects the upload. Every other outcome is
 * returned unchanged.
 */
export async function applyClearance(
  ctx: RequestContext,
  { sha256, outcome }: Pick<Inspection, 'sha256' | 'outcome'>,
): Promise<InspectionOutcome> {
  if (outcome.kind !== 'infected') return outcome;
  const blob = await ctx.platform.db.blob.findUnique({
    where: { sha256 },
    select: { clearedFinds: true },
  });
  if (!isCleared(outcome.found, blob?.clearedFinds ?? [])) return outcome;
  return { ...outcome.otherwise, cleared: outcome.found };
}
