import type { Tx } from '../../../platform/database/connect.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';

/** Selects download grants by stored bytes or by files. */
type DownloadGrantSelector =
  | { readonly blobId: string }
  | { readonly artifactIds: readonly string[] };

/**
 * Revokes waiting and active download grants. URLs that were signed before expire within five
 * minutes.
 */
export async function revokeDownloadGrants(
  tx: Tx,
  selector: DownloadGrantSelector,
  now: Date,
): Promise<void> {
  const { revoke } = LIFECYCLES.downloadGrant.events;
  const whose =
    'blobId' in selector
      ? { blobId: selector.blobId }
      : { artifactId: { in: [...selector.artifactIds] } };
  await tx.downloadGrant.updateMany({
    where: { ...whose, state: { in: sources(LIFECYCLES.downloadGrant, 'revoke') } },
    data: { state: revoke.to, updatedAt: now, revision: { increment: 1 } },
  });
}
