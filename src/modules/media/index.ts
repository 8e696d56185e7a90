export { MediaResolver } from './media.resolver.js';
export { openMedia } from './open-media.js';
export { sweepMedia } from './sweep-media.js';
