import type { Adapter } from 'oidc-provider';
import { usableScopesOf } from '../../../modules/identity/index.js';
import type { Platform } from '../../../platform/platform.js';
import { isId } from '../../../request/ids.js';
import { recordAdapter } from './adapter.js';
import { endFamily } from './families.js';

/**
 * Stores approvals. It finds an approval with the scopes that its client may still have. So a scope
 * that a review revoked is in no later token, and the token response shows that. A scope that the
 * user allowed while it was standard stays (`usableScopes`). Deleting an approval ends its family.
 */
export function grantAdapter(platform: Platform): Adapter {
  const records = recordAdapter(platform, 'Grant');
  return {
    ...records,
    destroy: (value) => endFamily(platform, value),
    async find(value) {
      const payload = await records.find(value);
      // The shape that the library stores; its type omits it.
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
