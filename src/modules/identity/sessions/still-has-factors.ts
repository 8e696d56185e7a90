import type { Tx } from '../../../platform/database/connect.js';
import type { RequestContext } from '../../../request/context.js';
import { nameOfFactors } from './factors.js';

/** An account, and the fingerprint of the verified factors. */
export interface ProvenBy {
  readonly userId: string;
  readonly provenBy: string;
}

/** Whether the factors of an account are still the verified ones. The caller locks the account. */
export async function stillHasFactors(
  tx: Tx,
  { platform }: RequestContext,
  { userId, provenBy }: ProvenBy,
): Promise<boolean> {
  const factors = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, passwordHash: true, totpSecret: true },
  });
  return nameOfFactors(platform, factors) === provenBy;
}
