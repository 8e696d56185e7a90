export { changeAllowedContent } from './allow-content.js';
export { CatalogResolver } from './catalog.resolver.js';
export { composeSnapshot } from './compose-snapshot.js';
export { createCategory, createGame } from './create-game.js';
export { modsOf } from './documents.js';
export { wantedFacets } from './facets.js';
export { freezeRanks } from './freeze-ranks.js';
export { getMod } from './get-mod.js';
export { holdRanks } from './hold-ranks.js';
export { listMods, type ModFilter, ModSort, modFilters } from './list-mods.js';
export { listModsById } from './list-mods-by-id.js';
export { type LockedMod, lockMod } from './lock-mod.js';
export { MediaItem } from './media.type.js';
export { Mod, ModLinks, ModPage } from './mod.type.js';
export { ModBrowseArgs, ModListArgs } from './mod-list.args.js';
export { modById, publishedHeads } from './mods.loaders.js';
export { HEAD_COLUMNS, headStamp, type ModHead, presentMedia } from './present-mod.js';
export { refreshAuthor } from './refresh-author.js';
export { refreshDocuments } from './refresh-documents.js';
export { refreshMods } from './refresh-mods.js';
export {
  type MediaSnapshot,
  type ModSnapshot,
  rewriteSnapshot,
  type VariantSnapshot,
} from './snapshot.js';
export { updateGame } from './update-game.js';
