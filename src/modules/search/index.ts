export { indexMod, reindexAll } from './index-mods.js';
export { SearchResolver } from './search.resolver.js';
