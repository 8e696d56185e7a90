export { MediaResolver } from './media.resolver.js';
export { openMedia } from './open-media.js';
