export { ModsResolver } from './mods.resolver.js';
