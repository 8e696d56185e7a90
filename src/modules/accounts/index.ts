export { setBlocked, userIdOf } from './block-user.js';
export { createUser } from './create-user.js';
