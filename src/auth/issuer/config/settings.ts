import type { Platform } from '../../../platform/platform.js';
import { isScope, SCOPES, type Scope } from '../../../registry/scopes.js';

/** What an issuer is set to by the environment of its service. */
export interface IssuerSettings {
  /** Its name in all that it issues, without a trailing slash. */
  readonly issuer: string;
  /** Whether it issues ID tokens. */
  readonly oidc: boolean;
  /** All that any application may ask for. */
  readonly scopes: readonly Scope[];
}

/** The settings of a service; scopes for internal clients are nobody's to ask for. */
export function issuerSettings({ config, publicUrl }: Platform): IssuerSettings {
  const oidc = config.oidc === 'on';
  const scopes = Object.keys(SCOPES)
    .filter(isScope)
    .filter((scope) => SCOPES[scope].kind !== 'internal' && (oidc || scope !== 'openid'));
  return { issuer: publicUrl, oidc, scopes };
}
