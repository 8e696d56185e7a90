export { modsOf } from './documents/cached-documents.js';
export { composeDocument } from './documents/compose-document.js';
export { rewriteModDocument, type StoredModDocument } from './documents/mod-document.js';
export { HEAD_COLUMNS, type ModHead } from './documents/present-mod.js';
export { refreshAuthor, refreshDocuments, refreshMods } from './documents/refresh-documents.js';
export { countDownloads } from './download-counts/count-downloads.js';
export { recountDownloads } from './download-counts/recount-downloads.js';
export { unknownGame } from './games/game-values.js';
export { changeAllowedContent, createCategory, createGame } from './games/games.js';
export { ManagedGamesResolver } from './games/managed-games.resolver.js';
export { updateGame } from './games/update-game.js';
export { MediaResolver } from './media/media.resolver.js';
export { openMedia } from './media/read-media.js';
export { ResourceCoverResolver } from './media/resource-cover.resolver.js';
export { sweepMedia } from './media/store-images.js';
export { CatalogResolver } from './mods/catalog.resolver.js';
export { ModSort } from './mods/list-mods.js';
export { type LockedMod, lockMod } from './mods/lock-mod.js';
export { Mod, ModLinks } from './mods/mod.type.js';
export { freezeRanks, lockRanks } from './mods/ranks.js';
export { getMod, modById } from './mods/read-mods.js';
export { siteMapMods, siteMapParts } from './mods/site-map.js';
export { sweepReporterAddresses } from './reports/report-mod.js';
export { ReportsResolver } from './reports/reports.resolver.js';
export { compactFacetCounts } from './search/count-facets.js';
export {
  catchUpSearch,
  indexMod,
  indexMods,
  refreshSearch,
  reindexAll,
  searchEntryOf,
} from './search/index-mods.js';
export { SearchAidsResolver } from './search/search-aids.resolver.js';
export { SearchResolver, searchCatalog } from './search/search-catalog.js';
export { SynonymsResolver } from './search/synonyms.resolver.js';
export { StatisticsResolver } from './statistics/statistics.resolver.js';
