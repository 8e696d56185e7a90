export { createToken } from './create-token.js';
export { hashOf, makeSecret } from './secret.js';
export { verifyToken } from './verify-token.js';
