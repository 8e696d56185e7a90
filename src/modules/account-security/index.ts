export { changePassword } from './change-password.js';
export { ACCESS_KINDS, type AccessKind } from './end-access.js';
export { setPassword } from './set-password.js';
