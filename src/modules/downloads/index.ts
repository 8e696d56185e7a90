export { DownloadsResolver } from './downloads.resolver.js';
export { resolveDownload } from './resolve-download.js';
export { sweepGrants } from './sweep-grants.js';
