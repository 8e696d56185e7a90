export { checkedSha256 } from './checked.js';
export { condemnBlob } from './condemn-blob.js';
export { isCleared } from './is-cleared.js';
export { isKnownUnsafe } from './is-known-unsafe.js';
export { type Corruption, quarantineBlob } from './quarantine-blob.js';
export { readBlocklist } from './read-blocklist.js';
export { recordScan } from './record-scan.js';
export { restoreBlob } from './restore-blob.js';
export { SafetyResolver } from './safety.resolver.js';
