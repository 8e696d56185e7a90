import type { Tx } from '../../../platform/database/connect.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { notify, publisherName, readModNames } from '../../identity/index.js';
import type { LockedTeam } from '../teams/team-change.js';

/** A trusted publisher that was added or removed. */
interface PublisherChange {
  readonly modId: string;
  readonly team: LockedTeam;
  readonly change: 'added' | 'removed';
  readonly publisher: {
    readonly issuer: string;
    readonly repository: string;
    readonly workflow: string;
  };
}

/**
 * Writes a mail to every owner of a mod, in the transaction of the change and within the limits of
 * `notify`. The viewer gets one too, because an attacker may use the viewer's account.
 */
export async function notifyOwners(
  tx: Tx,
  ctx: RequestContext,
  { modId, team, change, publisher }: PublisherChange,
): Promise<void> {
  await notify(tx, ctx, {
    userIds: team.ownerIds,
    template: 'trusted_publisher_changed',
    params: {
      ...(await readModNames(tx, modId)),
      change,
      publisher: publisherName(publisher),
      actor: requireUser(ctx).username,
    },
  });
}
