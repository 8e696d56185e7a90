import type { Router } from 'express';
import type { Provider } from 'oidc-provider';
import { issuerSettings } from './config/settings.js';
import { configureLibrary } from './http/call-library.js';
import { type EndpointOptions, issuerEndpoints } from './http/endpoints.js';
import { createProviders } from './providers.js';

export * from './decisions.js';
export { failureOf, type OauthFailure } from './http/failure.js';
export { isOauthEndpoint } from './http/metadata.js';
export {
  decideDevice,
  denyDevice,
  findWaitingDevice,
  normalizedUserCode,
  type WaitingDevice,
} from './records/device-codes.js';

/** The issuer of OAuth 2.0 and OpenID Connect. */
export interface Issuer {
  /** The endpoints of Spec 4.7, at their own paths. */
  readonly endpoints: Router;
  /**
   * The library, for the pages on which users decide. Throws `service_unavailable` if the signing
   * key cannot be decrypted.
   */
  provider(): Promise<Provider>;
}

/** The parts that an issuer needs. */
export type IssuerOptions = Omit<EndpointOptions, 'settings' | 'current'>;

/** Creates the issuer of a service. It reads or creates no keys before the first request. */
export function createIssuer(options: IssuerOptions): Issuer {
  const { platform } = options;
  const settings = issuerSettings(platform);
  const current = createProviders(platform, settings, (provider) =>
    configureLibrary(provider, platform.log),
  );
  return {
    endpoints: issuerEndpoints({ ...options, settings, current }),
    provider: async () => (await current()).provider,
  };
}
