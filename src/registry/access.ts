/** What a member of a mod's team may be allowed to do with it. */
export type ModPermission =
  /** Read drafts, review states and what else the public does not see. */
  | 'read-drafts'
  | 'metadata'
  | 'media'
  | 'versions'
  | 'uploads'
  /** Register files that an external provider keeps (Spec 4.3). */
  | 'references'
  | 'publish'
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
];
const MAINTAINER: readonly ModPermission[] = [...PUBLISHER, 'metadata', 'media', 'rollback'];
const OWNER: readonly ModPermission[] = [...MAINTAINER, 'team', 'delete'];

/** The roles of a mod's team and their permissions; each role includes those below it. */
export const TEAM_ROLES = {
  owner: OWNER,
  maintainer: MAINTAINER,
  publisher: PUBLISHER,
  reviewer: REVIEWER,
} as const satisfies Readonly<Record<string, readonly ModPermission[]>>;

/** A role in the team of a mod (Spec 4.5). */
export type TeamRole = keyof typeof TEAM_ROLES;

/** Whether a role has a permission. */
export function can(role: TeamRole, permission: ModPermission): boolean {
  return TEAM_ROLES[role].includes(permission);
}

/**
 * Who may download the files of a mod (Spec 4.2): anybody; anybody with an account; a subscriber;
 * who was granted the mod or the artifact.
 */
export const ACCESS_TIERS = ['public', 'authenticated', 'paid', 'restricted'] as const;

/**
 * What an account is to the whole service: moderators decide on uploads under review and see what
 * is hidden; admins do that and operate the service.
 */
export const PLATFORM_ROLES = ['user', 'moderator', 'admin'] as const;

/** One of the access tiers. */
export type AccessTier = (typeof ACCESS_TIERS)[number];

/** One of the platform roles. */
export type PlatformRole = (typeof PLATFORM_ROLES)[number];

/** Whether a platform role decides on uploads under review and sees what is hidden. */
export function isModerator(role: PlatformRole): boolean {
  return role !== 'user';
}
