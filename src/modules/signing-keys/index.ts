export { type Keyring, readKeyring } from './keyring.js';
export { rotateSigningKey } from './rotate-signing-key.js';
export { tendSigningKeys } from './tend-signing-keys.js';
