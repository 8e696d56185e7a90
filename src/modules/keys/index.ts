export { rotateKeys } from './rotate-keys.js';
