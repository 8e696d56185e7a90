export { EntitlementsResolver } from './entitlements.resolver.js';
export { grantEntitlement } from './grant-entitlement.js';
export { revokeEntitlement } from './revoke-entitlement.js';
export type { Right } from './right.js';
