export { MediaResolver } from './media.resolver.js';
export { type OpenedMedia, openMedia } from './open-media.js';
