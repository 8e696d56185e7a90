import type { Tx } from '../../../platform/database/connect.js';
import type { AccountLinkModel } from '../../../platform/database/generated/models.js';
import type { Platform } from '../../../platform/platform.js';
import { transact } from '../../../request/transact.js';
import { notify } from '../notices/notify.js';

/**
 * Writes the mail of a link. Only this job looks up who has the address, so the request that caused
 * it does the same work for every address.
 * - A reset goes to the active account with the address. Without one, the job sends no mail and
 *   deletes the link.
 * - A verification goes to the address. If another account already has it, the job deletes the
 *   link, and that account gets a notice instead.
 * Does nothing for a link that is gone or already has its mail.
 */
export async function deliverLink(platform: Platform, linkId: string): Promise<void> {
  await transact({ platform, claim: null }, async (tx) => {
    await tx.$queryRaw`select 1 from account_links where id = ${linkId}::uuid for update`;
    const link = await tx.accountLink.findUnique({
      where: { id: linkId },
      include: { mails: true },
    });
    if (!link || link.mails.length > 0) return;
    const owner = await tx.user.findUnique({
      where: { email: link.address, state: { not: 'deleted' } },
      select: { id: true, state: true },
    });
    if (link.purpose === 'reset_password') {
      if (owner?.state !== 'active') return drop(tx, link);
      await tx.accountLink.update({ where: { id: linkId }, data: { userId: owner.id } });
      const mail = { userIds: [owner.id], template: 'reset_password', params: {}, linkId } as const;
      return notify(tx, { platform }, mail);
    }
    if (link.userId === null) return drop(tx, link);
    if (owner && owner.id !== link.userId) {
      await drop(tx, link);
      const mail = { userIds: [owner.id], template: 'address_in_use', params: {} } as const;
      return notify(tx, { platform }, mail);
    }
    const { username } = await tx.user.findUniqueOrThrow({ where: { id: link.userId } });
    return notify(
      tx,
      { platform },
      {
        userIds: [link.userId],
        template: 'verify_email',
        params: { account: username },
        linkId,
      },
    );
  });
}

async function drop(tx: Tx, { id }: Pick<AccountLinkModel, 'id'>): Promise<void> {
  await tx.accountLink.delete({ where: { id } });
}
