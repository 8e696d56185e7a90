import type { Platform } from '../../../platform/platform.js';
import { isScope, SCOPES, type Scope } from '../../../registry/scopes.js';

/** The supported grant types (Spec 5.2; RFC 6749, 8628, 8693). */
export const GRANT_TYPES = {
  code: 'authorization_code',
  refresh: 'refresh_token',
  device: 'urn:ietf:params:oauth:grant-type:device_code',
  exchange: 'urn:ietf:params:oauth:grant-type:token-exchange',
} as const;

/** The issuer settings from the environment. */
export interface IssuerSettings {
  /** The issuer identifier: the public URL, without a trailing slash. */
  readonly issuer: string;
  /** Whether it issues ID tokens (`OIDC`). */
  readonly oidc: boolean;
  /** All scopes that applications may request. */
  readonly scopes: readonly Scope[];
}

/**
 * The settings of a service. `scopes` leaves out scopes of the kind `internal`, and `openid` if the
 * service issues no ID tokens.
 */
export function issuerSettings({ config, publicUrl }: Platform): IssuerSettings {
  const oidc = config.oidc === 'on';
  const scopes = Object.keys(SCOPES)
    .filter(isScope)
    .filter((scope) => SCOPES[scope].kind !== 'internal' && (oidc || scope !== 'openid'));
  return { issuer: publicUrl, oidc, scopes };
}
