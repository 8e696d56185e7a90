import type { Tx } from '../../../../platform/database/connect.js';
import type { FileKind } from '../../../../platform/database/generated/enums.js';
import { problem } from '../../../../registry/errors.js';
import { holdVersion } from './hold-version.js';
import { isReplaceable } from './replaceable.js';
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

/**
 * The same for an upload whose bytes have arrived. A main file may come beside one that is `ready` or
 * `quarantined`: the version keeps its state then, until the new file takes the place of the old one.
 * Call this before the session changes: it locks the version. Throws `invalid_state`.
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
