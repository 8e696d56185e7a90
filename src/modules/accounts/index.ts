export { setBlocked, userIdOf } from './block-user.js';
export { bumpAccess } from './bump-access.js';
export { createUser } from './create-user.js';
