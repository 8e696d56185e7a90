export { createToken } from './create-token.js';
export { verifyToken } from './verify-token.js';
