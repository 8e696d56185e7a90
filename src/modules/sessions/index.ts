export { startSession } from './start-session.js';
export { verifySession } from './verify-session.js';
