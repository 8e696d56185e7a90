export { indexMod, reindexAll, searchEntryOf } from './index-mods.js';
export { SearchResolver } from './search.resolver.js';
export { searchCatalog } from './search-catalog.js';
