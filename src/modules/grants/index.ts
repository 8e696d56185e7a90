export { revokeGrants } from './revoke-grants.js';
