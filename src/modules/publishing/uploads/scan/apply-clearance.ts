import type { Inspection, Outcome } from '../../../../archives/inspection.js';
import type { RequestContext } from '../../../../request/context.js';
import { isCleared } from '../../../storage/index.js';

/**
 * What follows for an upload of bytes in which an admin has seen what was found, and called all of it
 * harmless: it passes, or not, as it would without that. Anything else that is found still refuses it.
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
