export { DownloadsResolver } from './downloads.resolver.js';
export { expireGrants } from './expire-grants.js';
