import { LIMITS } from '../../../registry/limits.js';
import { requireSession } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';

/** A browser in which the viewer is signed in. */
export interface SignedInBrowser {
  readonly id: string;
  /** Whether the viewer uses it now. */
  readonly isThis: boolean;
  /** The `User-Agent` of the sign-in; null for sessions from before it was stored. */
  readonly userAgent: string | null;
  readonly signedInAt: Date;
  /** Exact for uses in this process. Uses in other processes appear up to a minute later. */
  readonly lastUsedAt: Date;
}

/**
 * Lists the browsers in which the viewer is signed in, the current one first, the other ones by
 * their last use, latest first; one statement. Throws `unauthorized`, and `forbidden` for a token
 * or key.
 */
export async function listSessions(ctx: RequestContext): Promise<SignedInBrowser[]> {
  const { userId, credential } = requireSession(ctx);
  const { clock, db, lastUses } = ctx.platform;
  const rows = await db.webSession.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: clock.now() } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: LIMITS.webSessionsPerUser,
  });
  return rows
    .map((row) => ({
      id: row.id,
      isThis: row.id === credential.id,
      userAgent: row.userAgent,
      signedInAt: row.createdAt,
      lastUsedAt: lastUses.of(row.id) ?? row.lastUsedAt ?? row.createdAt,
    }))
    .sort(
      (one, other) =>
        Number(other.isThis) - Number(one.isThis) ||
        other.lastUsedAt.getTime() - one.lastUsedAt.getTime(),
    );
}
