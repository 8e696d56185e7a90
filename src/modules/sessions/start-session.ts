import type { Tx } from '../../platform/database/connect.js';
import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { newId } from '../../request/ids.js';
import { auditAs } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { endOldest } from './end-oldest.js';
import { endSession } from './end-session.js';
import { type Factors, nameOfFactors } from './factors.js';
import { hashOf, makeToken } from './token.js';

/** Who signed in, and whether with a second factor. */
export interface NewSession {
  readonly userId: string;
  readonly aal2: boolean;
  /** The name of the factors that were checked; whoever checks some has to give it. */
  readonly provenBy?: string;
}

/** A session at the only moment at which the value of its cookie can be read. */
export interface StartedSession {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Signs somebody in with a browser (decisions, Identity: dashboard sessions are cookies), under a
 * token that nobody could know before. The session that the browser had until then ends, and so do
 * the oldest where the account has too many.
 * Throws `account_blocked`, and `unauthorized` where the password or the second factor was changed
 * after it was checked.
 */
export async function startSession(
  ctx: RequestContext,
  { userId, aal2, provenBy }: NewSession,
): Promise<StartedSession> {
  const { clock, keys } = ctx.platform;
  const id = newId();
  const token = makeToken();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + LIMITS.webSessionLifetimeSeconds * 1000);
  await endSession(ctx);
  await transact(ctx, async (tx) => {
    const factors = await lockFactors(tx, userId);
    if (provenBy !== undefined && provenBy !== nameOfFactors(ctx.platform, factors)) {
      throw problem('unauthorized', { log: 'the factors were changed during a sign-in' });
    }
    await tx.webSession.create({
      data: {
        id,
        tokenHash: hashOf(keys, token),
        userId,
        aal2At: aal2 ? now : null,
        expiresAt,
        createdAt: now,
      },
    });
    await endOldest(tx, ctx, userId);
    const actor = {
      actorId: userId,
      credentialKind: 'session',
      credentialId: id,
      requestId: ctx.request.id,
    } as const;
    await auditAs(tx, actor, {
      action: 'session.started',
      targetKind: 'session',
      targetId: id,
      data: { user_id: userId, aal2 },
    });
  });
  return { id, token, expiresAt };
}

/**
 * The factors of an account that may act, which nobody changes until the transaction ends: what
 * ends sessions writes the row of the account first, and so meets this session or is met by it.
 */
async function lockFactors(tx: Tx, userId: string): Promise<Factors> {
  const [account] = await tx.$queryRaw<(Factors & { state: string })[]>`
    select id, state::text, password_hash as "passwordHash", totp_secret as "totpSecret"
    from users where id = ${userId}::uuid for no key update`;
  if (account?.state !== 'active') throw problem('account_blocked');
  return account;
}
