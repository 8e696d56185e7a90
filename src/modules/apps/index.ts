export { usableScopes } from './app-scopes.js';
export {
  approvedScopes,
  isAllowedNow,
  recordApproval,
  recordDenial,
  scopesAllowedAtHttps,
  usableScopesOf,
} from './approvals.js';
export { AppsResolver } from './apps.resolver.js';
export { createApp } from './create-app.js';
export { findOauthClient, isClientId, type OauthClient } from './oauth-client.js';
export { endInteractions } from './oauth-records.js';
export { revokeAppGrants } from './revoke-app-grants.js';
