import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { newId } from '../../request/ids.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { endSession } from './end-session.js';
import { hashOf, makeToken } from './token.js';

/** Who signed in, and whether with a second factor. */
export interface NewSession {
  readonly userId: string;
  readonly aal2: boolean;
}

/** A session at the only moment at which the value of its cookie can be read. */
export interface StartedSession {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Signs somebody in with a browser (decisions, Identity: dashboard sessions are cookies), under a
 * token that nobody could know before. The session that the browser had until then ends.
 */
export async function startSession(
  ctx: RequestContext,
  { userId, aal2 }: NewSession,
): Promise<StartedSession> {
  const { clock, keys } = ctx.platform;
  const id = newId();
  const token = makeToken();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + LIMITS.webSessionLifetimeSeconds * 1000);
  await endSession(ctx);
  await transact(ctx, async (tx) => {
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
    await audit(tx, ctx, {
      action: 'session.started',
      targetKind: 'session',
      targetId: id,
      data: { user_id: userId, aal2 },
    });
  });
  return { id, token, expiresAt };
}
