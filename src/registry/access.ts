/** A permission of a team member on a mod. */
export type ModPermission =
  /** Read drafts, review states and everything else that the public does not see. */
  | 'read-drafts'
  | 'metadata'
  | 'media'
  | 'versions'
  | 'uploads'
  /** Register files that an external provider keeps (Spec 4.3). */
  | 'references'
  | 'publish'
  /** See downloads, their sources, and how long the scans of uploads take. */
  | 'statistics'
  /** Roll back, archive, withdraw and restore versions. */
  | 'rollback'
  | 'team'
  /** Delete the mod or one of its versions for good. */
  | 'delete';

const REVIEWER: readonly ModPermission[] = ['read-drafts'];
const PUBLISHER: readonly ModPermission[] = [
  ...REVIEWER,
  'versions',
  'uploads',
  'references',
  'publish',
  'statistics',
];
const MAINTAINER: readonly ModPermission[] = [...PUBLISHER, 'metadata', 'media', 'rollback'];
const OWNER: readonly ModPermission[] = [...MAINTAINER, 'team', 'delete'];

/** The roles of a mod's team and their permissions. Each role includes those of the next ones. */
export const TEAM_ROLES = {
  owner: OWNER,
  maintainer: MAINTAINER,
  publisher: PUBLISHER,
  reviewer: REVIEWER,
} as const satisfies Readonly<Record<string, readonly ModPermission[]>>;

/** A role in the team of a mod (Spec 4.5). */
export type TeamRole = keyof typeof TEAM_ROLES;

/** The roles of a team, the strongest first. */
export const ROLES_OF_TEAM = Object.keys(TEAM_ROLES) as readonly TeamRole[];

/** Returns whether a role has a permission. */
export function can(role: TeamRole, permission: ModPermission): boolean {
  return TEAM_ROLES[role].includes(permission);
}

/**
 * The access tiers of a mod: who may download its files (Spec 4.2, access tiers). They also apply
 * to the mod's team and to staff:
 * - public: any caller
 * - authenticated: any account
 * - paid: a subscriber
 * - restricted: an account with an entitlement to the mod or the artifact
 */
export const ACCESS_TIERS = ['public', 'authenticated', 'paid', 'restricted'] as const;

/**
 * The platform roles. Moderators decide on uploads under review and see hidden content. Admins have
 * the same rights, and also operate the service.
 */
export const PLATFORM_ROLES = ['user', 'moderator', 'admin'] as const;

/** One of the access tiers. */
export type AccessTier = (typeof ACCESS_TIERS)[number];

/** One of the platform roles. */
export type PlatformRole = (typeof PLATFORM_ROLES)[number];

/**
 * The capabilities of staff, each with the lowest platform role that has it. Clients decide by them
 * which views to show. They grant nothing: each operation checks the rights of its caller itself.
 */
export const STAFF_CAPABILITIES = {
  review_uploads: 'moderator',
  decide_reports: 'moderator',
  take_down: 'moderator',
  manage_blocklist: 'admin',
  manage_users: 'admin',
  read_audit_log: 'admin',
  review_applications: 'admin',
  manage_games: 'admin',
  read_system_status: 'admin',
} as const satisfies Readonly<Record<string, Exclude<PlatformRole, 'user'>>>;

/** One of the capabilities of staff. */
export type StaffCapability = keyof typeof STAFF_CAPABILITIES;

/** Returns whether a platform role has the rights of a moderator, as an admin does. */
export function isModerator(role: PlatformRole): boolean {
  return role !== 'user';
}
