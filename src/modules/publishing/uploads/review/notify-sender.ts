import type { Tx } from '../../../../platform/database/connect.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import type { RequestContext } from '../../../../request/context.js';
import { notify, readModNames } from '../../../identity/index.js';

/**
 * Writes a mail about the decision to the sender of a reviewed upload, in the same transaction.
 * Senders who left the team get none, and neither do those of a deleted mod: they cannot read the
 * decision.
 */
export async function notifySender(
  tx: Tx,
  ctx: RequestContext,
  { userId, modId, versionId, filename }: UploadSessionModel,
  outcome: 'approved' | 'rejected',
): Promise<void> {
  const version = await tx.modVersion.findUniqueOrThrow({
    where: { id: versionId },
    select: {
      version: true,
      mod: {
        select: { state: true, team: { select: { members: { where: { userId }, take: 1 } } } },
      },
    },
  });
  const { state, team } = version.mod;
  if (state === 'deleted' || team.members.length === 0) return;
  const { modTitle } = await readModNames(tx, modId);
  await notify(tx, ctx, {
    userIds: [userId],
    template: 'upload_reviewed',
    params: { outcome, file: filename, modId, modTitle, versionId, version: version.version },
  });
}
