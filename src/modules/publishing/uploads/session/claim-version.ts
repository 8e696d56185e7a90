import type { Tx } from '../../../../platform/database/connect.js';
import type { FileKind } from '../../../../platform/database/generated/enums.js';
import { problem } from '../../../../registry/errors.js';
import { holdVersion } from './hold-version.js';
import { isReplaceable } from './replaceable.js';
import { statesTaking } from './target-version.js';

/**
 * Claims the version for a main file; an optional file only needs an unpublished version. Throws
 * `invalid_state` if another file has claimed it, or if it is published.
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

/**
 * The same for an upload whose bytes have arrived. A second main file may follow one that is
 * `ready` or `quarantined`. The version then keeps its state until the new file replaces the old
 * one. Call this before changing the session, because it locks the version. Throws `invalid_state`.
 */
export async function claimForUpload(
  tx: Tx,
  upload: { readonly id: string; readonly versionId: string; readonly fileKind: FileKind },
  now: Date,
): Promise<void> {
  const held = upload.fileKind === 'main' ? await holdVersion(tx, upload.versionId) : undefined;
  if (held && (await isReplaceable(tx, held, upload.id))) return;
  await claimVersion(tx, upload, now);
}
