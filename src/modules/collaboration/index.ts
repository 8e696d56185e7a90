export { AuditResolver } from './audit/audit.js';
export { keepAuditLog } from './audit/keep-audit-log.js';
export { ModChangesResolver } from './audit/mod-changes.js';
export { ModHistoryResolver } from './audit/mod-history.js';
export { countSoleMods, leaveTeam, modsWithMember } from './teams/leave-team.js';
export {
  draftsSeen,
  isKnownToAll,
  type ModAccess,
  ownMods,
  readersOf,
  readModAccess,
  readVisibleMod,
  requireModPermission,
  seesDrafts,
} from './teams/mod-access.js';
export { isInvolved, requireUninvolved } from './teams/require-uninvolved.js';
export { TeamsResolver } from './teams/teams.resolver.js';
export {
  admitRun,
  removeUnusedRuns,
  requireCandidates,
} from './trusted-publishers/admit-run.js';
export type { CiFacts } from './trusted-publishers/ci-facts.js';
export { isLivePublisher } from './trusted-publishers/live-publisher.js';
export { Provenance, provenanceOf } from './trusted-publishers/provenance.js';
export { TrustedPublishersResolver } from './trusted-publishers/trusted-publishers.resolver.js';
