export { type Keyring, readKeyring } from './keyring.js';
export { rotateSigningKey } from './rotate-signing-key.js';
export { SIGNING_KEYS } from './sealed-key.js';
export { tendSigningKeys } from './tend-signing-keys.js';
