import { isModerator } from '../../../registry/access.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { lockCaller, requireSession, requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { bumpAccess } from '../accounts/change-user.js';
import { notify } from '../notices/notify.js';
import { endSessions } from '../sessions/end-sessions.js';
import { passkeyName } from './add-passkey.js';
import { isProtected, readSecondFactors } from './own-factors.js';

/** A passkey of the viewer. `lastUsedAt` is null before its first use. */
export interface OwnPasskey {
  readonly id: string;
  readonly name: string;
  /** Whether a password manager or operating system keeps a copy, which survives a lost device. */
  readonly backedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/**
 * Lists the passkeys of the viewer, the oldest first. Throws `unauthorized`, and `forbidden` for a
 * token or key.
 */
export function listPasskeys(ctx: RequestContext): Promise<OwnPasskey[]> {
  const { userId } = requireSession(ctx);
  return ctx.platform.db.passkey.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: LIMITS.passkeysPerUser,
    select: { id: true, name: true, backedUp: true, createdAt: true, lastUsedAt: true },
  });
}

/**
 * Renames a passkey of the viewer. Throws `unauthorized`, `step_up_required`, `not_found`, and
 * `forbidden` for a token or key.
 */
export async function renamePasskey(ctx: RequestContext, id: string, name: string): Promise<void> {
  const { userId } = requireSession(ctx);
  requireStepUp(ctx);
  if (!isId(id)) throw problem('not_found');
  await transact(ctx, async (tx) => {
    const { count } = await tx.passkey.updateMany({
      where: { id, userId },
      data: { name: passkeyName(name) },
    });
    if (count === 0) throw problem('not_found');
    await audit(tx, ctx, { action: 'passkey.renamed', targetKind: 'passkey', targetId: id });
  });
}

/**
 * Removes a passkey of the viewer, ends all other sessions and mails the viewer. The recovery codes
 * end with the last second factor. Throws the errors of `lockCaller`, `step_up_required`,
 * `not_found`, and `forbidden` for a token or key and for the last second factor of staff.
 */
export async function removePasskey(ctx: RequestContext, id: string): Promise<void> {
  const { userId, credential } = requireSession(ctx);
  requireStepUp(ctx);
  if (!isId(id)) throw problem('not_found');
  await transact(ctx, async (tx) => {
    await lockCaller(tx, ctx);
    const passkey = await tx.passkey.findFirst({
      where: { id, userId },
      select: { name: true, user: { select: { role: true } } },
    });
    if (!passkey) throw problem('not_found');
    await tx.passkey.delete({ where: { id } });
    if (!isProtected(await readSecondFactors(tx, userId))) {
      if (isModerator(passkey.user.role)) throw staffNeedsFactor();
      await tx.recoveryCode.deleteMany({ where: { userId } });
    }
    await endSessions(tx, ctx, userId, credential.id);
    await audit(tx, ctx, { action: 'passkey.removed', targetKind: 'passkey', targetId: id });
    await bumpAccess(tx, userId, ['account']);
    await notify(tx, ctx, {
      userIds: [userId],
      template: 'passkey_changed',
      params: { change: 'removed', name: passkey.name },
    });
  });
}

function staffNeedsFactor() {
  return problem('forbidden', {
    log: 'a staff account must keep a second factor',
    detail: {
      en: 'An account with staff rights must keep at least one second factor; set up another one first.',
      ru: 'У аккаунта с правами сотрудника должен оставаться хотя бы один второй фактор; сначала настройте другой.',
      de: 'Ein Konto mit Mitarbeiterrechten muss mindestens einen zweiten Faktor behalten; richten Sie zuerst einen anderen ein.',
    },
  });
}
