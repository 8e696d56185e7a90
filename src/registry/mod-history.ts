/**
 * The actions of the audit log that the team of a mod may read. The others name people outside of
 * the team, or repeat a step that these already tell.
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

/** An action that the team of a mod may read. */
export type ModHistoryAction = (typeof MOD_HISTORY)[number];
