import type { KoaContextWithOIDC } from 'oidc-provider';
import { LIMITS } from '../../../registry/limits.js';
import { errors } from '../library.js';
import type { IssuerSettings } from './settings.js';

/**
 * Request rules that the library leaves open, for authorizations and devices.
 * - Spec 5.3: unknown scopes and a request without scopes are rejected with `invalid_scope`.
 * - Spec 5.2: `openid` requires a nonce of 8 to 512 characters, else `invalid_request`. Devices
 *   need none (RFC 8628), but a nonce they send must have that length.
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
