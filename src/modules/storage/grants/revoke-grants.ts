import type { Tx } from '../../../platform/database/connect.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';

/** Selects grants by stored bytes or by files. */
export type GrantsOf = { readonly blobId: string } | { readonly artifactIds: readonly string[] };

/** Revokes grants. URLs that were signed before expire within five minutes. */
export async function revokeGrants(tx: Tx, of: GrantsOf, now: Date): Promise<void> {
  const { revoke } = LIFECYCLES.downloadGrant.events;
  const whose =
    'blobId' in of ? { blobId: of.blobId } : { artifactId: { in: [...of.artifactIds] } };
  await tx.downloadGrant.updateMany({
    where: { ...whose, state: { in: sources(LIFECYCLES.downloadGrant, 'revoke') } },
    data: { state: revoke.to, updatedAt: now, revision: { increment: 1 } },
  });
}
