import type { Tx } from '../../platform/database/connect.js';
import type { FileKind } from '../../platform/database/generated/enums.js';
import { problem } from '../../registry/errors.js';
import { statesTaking } from './target-version.js';

/**
 * A main file takes its version for itself; an optional one only needs it not to be out yet.
 * Throws `invalid_state` where another file came first, or the version is out.
 */
export async function claimVersion(
  tx: Tx,
  file: { readonly versionId: string; readonly fileKind: FileKind },
  now: Date,
): Promise<void> {
  const taking = { id: file.versionId, state: { in: statesTaking(file.fileKind) } };
  const taken =
    file.fileKind === 'main'
      ? await tx.modVersion.updateMany({
          where: taking,
          data: {
            state: 'validating',
            updatedAt: now,
            lifecycleVersion: { increment: 1 },
            revision: { increment: 1 },
          },
        })
      : { count: await tx.modVersion.count({ where: taking }) };
  if (taken.count === 0) throw problem('invalid_state');
}
