export { MeResolver } from './me.resolver.js';
