/**
 * The actions of the audit log that the team of a mod may read. Actions that are not listed name
 * people outside of the team, or repeat a listed step. `keepAuditLog` keeps the lines of the listed
 * actions beyond `AUDIT_RETENTION_DAYS`. The dashboard has a message for each.
 */
export const MOD_HISTORY = [
  'mod.created',
  'mod.updated',
  'mod.fallback_set',
  'mod.taken_down',
  'mod.takedown_lifted',
  'version.created',
  'version.updated',
  'version.published',
  'version.archived',
  'version.withdrawn',
  'version.restored',
  'version.rolled_back',
  'version.deleted',
  'version.taken_down',
  'version.takedown_lifted',
  'file.ready',
  'file.failed',
  'upload.aborted',
  'upload.removed',
  'upload.quarantined',
  'upload.approved',
  'upload.rejected',
  'reference.registered',
  'reference.verified',
  'reference.rejected',
  'reference.withdrawn',
  'reference.stale',
  'media.created',
  'media.updated',
  'media.ordered',
  'media.deleted',
  'team.member_added',
  'team.role_changed',
  'team.member_removed',
  'trusted_publisher.created',
  'trusted_publisher.removed',
] as const;

/**
 * The actions of `MOD_HISTORY` that only staff and jobs perform. The team never reads who performed
 * them, even if that was a moderator who is one of its members.
 */
export const UNNAMED_HISTORY = [
  'mod.taken_down',
  'mod.takedown_lifted',
  'version.taken_down',
  'version.takedown_lifted',
  'file.ready',
  'file.failed',
  'upload.approved',
  'upload.rejected',
] as const satisfies readonly (typeof MOD_HISTORY)[number][];

/** Whether an action is in `UNNAMED_HISTORY`. */
export function isUnnamed(action: string): boolean {
  return UNNAMED_HISTORY.some((unnamed) => unnamed === action);
}
