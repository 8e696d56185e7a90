import type { Tx } from '../../../../platform/database/connect.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import type { RequestContext } from '../../../../request/context.js';
import { notify, readModNames } from '../../../identity/index.js';

/**
 * Writes a mail to the sender of a reviewed upload, in the transaction of the decision. A sender
 * who left the team gets none, and neither does that of an upload to a deleted mod: they cannot
 * read the decision.
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
