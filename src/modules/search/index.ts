export { indexMod, reindexAll, searchEntryOf } from './index-mods.js';
export { SearchResolver } from './search.resolver.js';
