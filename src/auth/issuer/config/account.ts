import type { Account, KoaContextWithOIDC } from 'oidc-provider';
import { approvedScopes } from '../../../modules/apps/index.js';
import type { Platform } from '../../../platform/platform.js';

/**
 * Finds the user of a session, or of a code or token that is being exchanged; for the latter only
 * as long as the user allows its client anything. Of the user nothing is told but the id.
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
    if (source && client && !(await approvedScopes(platform.db, client.clientId, id))) {
      return undefined;
    }
    return { accountId: id, claims: async () => ({ sub: id }) };
  };
}
