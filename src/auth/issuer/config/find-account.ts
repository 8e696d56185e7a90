import type { Account, KoaContextWithOIDC } from 'oidc-provider';
import { scopesAllowedByUser } from '../../../modules/identity/index.js';
import type { Platform } from '../../../platform/platform.js';

/**
 * Returns a function that finds the active user of a session, code or token. For a code or token,
 * the user's approval of the client must also still exist. The function returns undefined for any
 * other user. Only the user's id becomes a claim.
 */
export function findAccount(platform: Platform) {
  return async (
    ctx: KoaContextWithOIDC,
    id: string,
    source?: object,
  ): Promise<Account | undefined> => {
    const user = await platform.db.user.findUnique({ where: { id }, select: { state: true } });
    if (user?.state !== 'active') return undefined;
    const { client } = ctx.oidc;
    if (source && client && !(await scopesAllowedByUser(platform.db, client.clientId, id))) {
      return undefined;
    }
    return { accountId: id, claims: async () => ({ sub: id }) };
  };
}
