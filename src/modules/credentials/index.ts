export { ACCOUNT_KEYS } from './account-key.js';
export { AccountKeysResolver } from './account-keys.resolver.js';
export { ResourceGrant } from './api-key.type.js';
export { createToken } from './create-token.js';
export { CredentialsResolver } from './credentials.resolver.js';
export { writeLastUses } from './last-uses.js';
export { grantsOf } from './present-key.js';
export { hashOf, makeSecret } from './secret.js';
export { verifyToken } from './verify-token.js';
