export { approvedScopes, recordApproval } from './approvals.js';
export { AppsResolver } from './apps.resolver.js';
export { createApp } from './create-app.js';
export { clientScopesOf, findOauthClient, type OauthClient } from './oauth-client.js';
