export { ACCESS_KINDS, type AccessKind, changePassword } from './change-password.js';
