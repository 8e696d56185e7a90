import type { KoaContextWithOIDC } from 'oidc-provider';
import { LIMITS } from '../../../registry/limits.js';
import { errors } from '../library.js';
import type { IssuerSettings } from './settings.js';

/**
 * Checks of parameters that the library does not make, for authorization and device requests:
 * - `scope` (Spec 5.3): throws `invalid_scope` for an unknown scope, and without any scope
 * - `nonce` (Spec 5.2): throws `invalid_request` for a nonce of a wrong length (`LIMITS`). Also
 *   throws it for an authorization with `openid` and no nonce; devices need none (RFC 8628).
 */
export function requestRules({ scopes }: IssuerSettings) {
  const known: ReadonlySet<string> = new Set(scopes);
  return {
    scope(ctx: KoaContextWithOIDC): void {
      // Reads the raw parameter, because the library has already dropped some unknown scopes.
      const given = rawParameter(ctx, 'scope').split(' ').filter(Boolean);
      if (given.length === 0) throw new errors.InvalidScope('scope is missing', '');
      const unknown = given.find((scope) => !known.has(scope));
      if (unknown !== undefined) throw new errors.InvalidScope('unknown scope', unknown);
    },
    nonce(ctx: KoaContextWithOIDC, nonce: string | undefined): void {
      const isDevice = ctx.oidc.route === 'device_authorization';
      if (nonce === undefined) {
        if (isDevice || !ctx.oidc.requestParamScopes.has('openid')) return;
        throw new errors.InvalidRequest('nonce is required with scope openid');
      }
      const { nonceCharactersMin: min, nonceCharactersMax: max } = LIMITS;
      if (nonce.length >= min && nonce.length <= max) return;
      throw new errors.InvalidRequest(`nonce must have ${min} to ${max} characters`);
    },
  };
}

function rawParameter(ctx: KoaContextWithOIDC, name: string): string {
  const given = ctx.method === 'POST' ? ctx.oidc.body?.[name] : ctx.query[name];
  return typeof given === 'string' ? given : '';
}
