export { requireUninvolved } from './four-eyes.js';
export {
  type ModAccess,
  readModAccess,
  readVisibleMod,
  requireModPermission,
  seesDrafts,
} from './mod-access.js';
export { draftsSeen, ownMods, readersOf } from './own-mods.js';
export { TeamsResolver } from './teams.resolver.js';
