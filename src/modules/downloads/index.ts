export { DownloadsResolver } from './downloads.resolver.js';
export { sweepGrants } from './sweep-grants.js';
