export { AuditResolver } from './audit/audit.resolver.js';
export { requireUninvolved } from './teams/four-eyes.js';
export {
  type ModAccess,
  readModAccess,
  readVisibleMod,
  requireModPermission,
  seesDrafts,
} from './teams/mod-access.js';
export { draftsSeen, ownMods, readersOf } from './teams/own-mods.js';
export { TeamsResolver } from './teams/teams.resolver.js';
