import type { Adapter } from 'oidc-provider';
import { usableScopesOf } from '../../../modules/apps/index.js';
import type { Platform } from '../../../platform/platform.js';
import { isId } from '../../../request/ids.js';
import { recordAdapter } from './adapter.js';
import { endFamily } from './families.js';

/**
 * Keeps approvals. One is found with the scopes that its client may still have: what a review takes
 * back is in no token that is handed out after it, and the response says so. A scope that the user allowed
 * while it was standard stays (`usableScopes`). With one goes all that
 * followed from it.
 */
export function grantAdapter(platform: Platform): Adapter {
  const records = recordAdapter(platform, 'Grant');
  return {
    ...records,
    destroy: (value) => endFamily(platform, value),
    async find(value) {
      const payload = await records.find(value);
      // What the library keeps of an approval's scopes; its type leaves that open.
      const openid: { scope?: string } = payload?.openid ?? {};
      if (!payload?.clientId || !openid.scope) return payload || undefined;
      const { clientId, accountId = '' } = payload;
      const allowed: readonly string[] = isId(accountId)
        ? await usableScopesOf(platform.db, clientId, accountId)
        : [];
      const scope = openid.scope.split(' ').filter((name) => allowed.includes(name));
      return { ...payload, openid: { ...openid, scope: scope.join(' ') } };
    },
  };
}
