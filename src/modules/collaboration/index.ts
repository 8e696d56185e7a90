export { AuditResolver } from './audit/audit.js';
export { countSoleMods, leaveTeam, modsWithMember } from './teams/leave-team.js';
export {
  draftsSeen,
  type ModAccess,
  ownMods,
  readersOf,
  readModAccess,
  readVisibleMod,
  requireModPermission,
  seesDrafts,
} from './teams/mod-access.js';
export { requireUninvolved } from './teams/owner-change.js';
export { TeamsResolver } from './teams/teams.resolver.js';
