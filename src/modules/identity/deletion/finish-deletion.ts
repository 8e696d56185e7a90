import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { DELETED_NAME } from '../../../registry/deleted-user.js';
import { LIMITS } from '../../../registry/limits.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { bumpAccess } from '../accounts/change-user.js';
import { endAppsOf } from '../apps/end-apps.js';
import { endInteractions } from '../apps/oauth-client.js';
import { revokeAppGrants } from '../apps/revoke-app-grants.js';
import { endCredentials } from '../credentials/end-credentials.js';
import { notify } from '../notices/notify.js';
import { abandoned } from './abandoned.js';

/** The name of the applications of a deleted account. */
const DELETED_APP_NAME = 'Deleted application';

/** The name of the tokens and keys of a deleted account. */
const DELETED_KEY_NAME = 'Deleted key';

/** An account whose deletion is due or has begun. */
export interface DueDeletion {
  readonly userId: string;
  /** Whether the mods without another owner are removed too. False if the owner chose nothing. */
  readonly removesMods: boolean;
}

/**
 * Lists accounts whose deletion is due, and deleted accounts for which `settleDeletion` has not
 * run: some of their teams or mods still wait. Deleted accounts come first, then the due ones in
 * the order of their time. So the owner whose deletion is due last decides about a shared mod.
 * Returns at most `LIMITS.accountDeletionsPerRun`.
 */
export async function listDueDeletions({ db, clock }: Platform): Promise<DueDeletion[]> {
  const rows = await db.user.findMany({
    where: {
      OR: [
        { deletionDueAt: { lte: clock.now() } },
        { state: 'deleted', deletionRemovesMods: { not: null } },
      ],
    },
    orderBy: [{ deletionDueAt: { sort: 'asc', nulls: 'first' } }, { id: 'asc' }],
    take: LIMITS.accountDeletionsPerRun,
    select: { id: true, deletionRemovesMods: true },
  });
  return rows.map(({ id, deletionRemovesMods }) => ({
    userId: id,
    removesMods: deletionRemovesMods ?? false,
  }));
}

/**
 * Deletes an account. With the cause `due`, the time of its requested deletion must have come; with
 * `abandoned`, the account must meet the condition of `abandoned()`. All personal data leaves its
 * row in one transaction, with everything that could sign in. Its applications are deleted, its
 * exports expire, and its reports of mods stay without a reporter. A job then updates the documents
 * of its mods. The username stays in the row, so that no other account can take it. The last mail
 * goes to the verified address, if there is one. Does nothing for an account that is deleted
 * already, whose deletion was cancelled, or that is no longer abandoned. Its mods and teams are not
 * settled here (`settleDeletion`). Returns whether the account is deleted now.
 */
export async function deleteAccount(
  ctx: RequestContext,
  userId: string,
  cause: 'due' | 'abandoned' = 'due',
): Promise<boolean> {
  const { clock, db } = ctx.platform;
  await transact(ctx, async (tx) => {
    const lock = cause === 'due' ? lockDue : lockAbandoned;
    const address = await lock(tx, userId, clock.now());
    if (address === undefined) return;
    await endAccessAndOwnedRows(tx, ctx, userId);
    await erasePersonalData(tx, userId, clock.now());
    await audit(tx, ctx, {
      action: 'user.deleted',
      targetKind: 'user',
      targetId: userId,
      data: { cause },
    });
    await bumpAccess(tx, userId, ['account']);
    if (address !== null) {
      const mail = { userIds: [userId], template: 'account_deleted', params: {} } as const;
      await notify(tx, ctx, { ...mail, address });
    }
    await enqueue(tx, { kind: 'refresh-author', payload: { userId }, dedupeKey: userId });
  });
  return (await db.user.count({ where: { id: userId, state: 'deleted' } })) > 0;
}

/**
 * Locks an account whose deletion is due, and returns its verified address, or null without one.
 * Returns undefined if there is no such account: another run or a cancellation came first.
 */
async function lockDue(tx: Tx, userId: string, now: Date): Promise<string | null | undefined> {
  const states = sources(LIFECYCLES.user, 'delete');
  const [row] = await tx.$queryRaw<{ email: string | null }[]>`
    select email from users where id = ${userId}::uuid and state::text = any(${[...states]}::text[])
      and deletion_due_at <= ${now}::timestamptz for no key update`;
  return row?.email;
}

/**
 * Locks an abandoned account. Returns null, as it has no verified address. Returns undefined if it
 * is not abandoned any more, for example because a link has verified its address.
 */
async function lockAbandoned(tx: Tx, userId: string, now: Date): Promise<null | undefined> {
  const rows = await tx.$queryRaw<unknown[]>`
    select from users u where u.id = ${userId}::uuid and ${abandoned(now)} for no key update`;
  return rows.length > 0 ? null : undefined;
}

/** Marks an account as deleted, and erases the personal data of its row except the username. */
async function erasePersonalData(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.user.update({
    where: { id: userId },
    data: {
      state: LIFECYCLES.user.events.delete.to,
      displayName: DELETED_NAME,
      email: null,
      unverifiedEmail: null,
      passwordHash: null,
      totpSecret: null,
      totpLastStep: null,
      bio: null,
      profileLinks: [],
      profileOpen: false,
      deletionDueAt: null,
      revision: { increment: 1 },
      updatedAt: now,
    },
  });
}

/**
 * Ends all access of the user, deletes their applications, expires their exports, and removes rows
 * that describe them.
 */
async function endAccessAndOwnedRows(tx: Tx, ctx: RequestContext, userId: string): Promise<void> {
  const now = ctx.platform.clock.now();
  await tx.webSession.deleteMany({ where: { userId } });
  await tx.accountLink.deleteMany({ where: { userId } });
  await tx.passkey.deleteMany({ where: { userId } });
  await tx.modReport.updateMany({ where: { reporterId: userId }, data: { reporterId: null } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await endInteractions(tx, userId);
  await endCredentials(tx, ctx, userId);
  await revokeAppGrants(tx, ctx, userId);
  await endAppsOf(tx, ctx, userId);
  // Includes applications that the user deleted before; the rows stay for the audit log.
  await tx.app.updateMany({
    where: { ownerId: userId },
    data: { name: DELETED_APP_NAME, redirectUris: [], reviewNote: null },
  });
  // These rows stay for the audit log too, also those that ended before.
  await tx.credential.updateMany({ where: { userId }, data: { name: DELETED_KEY_NAME } });
  // The next sweep removes the objects.
  await tx.accountExport.updateMany({
    where: { userId, expiresAt: { gt: now } },
    data: { expiresAt: now },
  });
  await tx.mail.deleteMany({ where: { userId, outcome: { not: null } } });
}

/** Notes that the mods and teams of a deleted account are settled (see `listDueDeletions`). */
export async function settleDeletion({ db }: Platform, userId: string): Promise<void> {
  await db.user.updateMany({
    where: { id: userId, state: 'deleted' },
    data: { deletionRemovesMods: null },
  });
}
