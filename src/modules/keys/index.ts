export { type RotatedKeys, rotateKeys } from './rotate-keys.js';
