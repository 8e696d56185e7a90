import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { transact } from '../../../request/transact.js';
import { bumpAccessOf } from '../accounts/change-user.js';

/** Users in one transaction: well under a second of work. Their other changes wait for that long. */
const BATCH = 500;

/** The users of one run. */
interface UsersOfApp {
  readonly appId: string;
  /**
   * The last user of the previous run; users are in the order of their ids. Undefined in the first
   * run.
   */
  readonly after?: string | undefined;
}

/**
 * Raises the access revisions of the users with an approval of an application that was disabled or
 * enabled. It handles one batch, and queues a job for the next one in the same transaction. An
 * application may have a million users, so the request does not raise them itself. It may run twice
 * and may stop anywhere: a revision that rises again makes a client read `/me` once more.
 */
export async function raiseAppAccess(
  platform: Platform,
  { appId, after }: UsersOfApp,
): Promise<void> {
  await transact({ platform, claim: null }, async (tx) => {
    const appGrants = await tx.appGrant.findMany({
      where: { appId, revokedAt: null, ...(after === undefined ? {} : { userId: { gt: after } }) },
      orderBy: { userId: 'asc' },
      take: BATCH,
      select: { userId: true },
    });
    const userIds = appGrants.map(({ userId }) => userId);
    await bumpAccessOf(tx, userIds, ['applications']);
    const last = userIds.at(-1);
    if (last !== undefined && userIds.length === BATCH)
      await queueRaise(tx, { appId, after: last });
  });
}

/** Queues `raiseAppAccess`, in the transaction of the change or of the batch before. */
export async function queueRaise(tx: Tx, { appId, after }: UsersOfApp): Promise<void> {
  await enqueue(tx, {
    kind: 'raise-app-access',
    payload: { appId, ...(after === undefined ? {} : { after }) },
    dedupeKey: `${appId} ${after ?? ''}`,
  });
}
