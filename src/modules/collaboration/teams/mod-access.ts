import { Prisma } from '../../../platform/database/generated/client.js';
import type { ModState } from '../../../platform/database/generated/enums.js';
import { PREPARED } from '../../../platform/database/queries.js';
import {
  type AccessTier,
  can,
  type ModPermission,
  ROLES_OF_TEAM,
  type TeamRole,
} from '../../../registry/access.js';
import { type ErrorCode, problem, type RegisteredError } from '../../../registry/errors.js';
import { actsAsStaff, requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { outOfReach } from '../../../request/refusals.js';
import type { UserViewer } from '../../../request/viewer.js';
import { inResourceGrants } from '../../identity/index.js';

/** States in which every caller may see a mod. */
const KNOWN_TO_ALL: readonly ModState[] = ['published', 'archived'];

/** Returns whether every caller may see a mod in this state. */
export function isKnownToAll(state: ModState): boolean {
  return KNOWN_TO_ALL.includes(state);
}

/** The facts of a mod and the viewer's role in it, from one read. */
export interface ModAccess {
  readonly modId: string;
  readonly gameId: string;
  readonly state: ModState;
  readonly revision: number;
  readonly accessTier: AccessTier;
  /**
   * The role in which the viewer acts in the mod's team; null outside of it. A run of a trusted
   * publisher acts as `publisher`.
   */
  readonly role: TeamRole | null;
}

/**
 * Reads a mod with the viewer's role, if the viewer may see it: a public mod, one of a team of the
 * viewer, or any for staff. It ignores that a credential may be limited to other mods, so the
 * caller must check that. Throws `not_found` (or the given code) for a mod that is unknown or that
 * the viewer may not see, `gone` for a deleted one.
 */
export async function readModAccess(
  ctx: RequestContext,
  modId: string,
  code: ErrorCode = 'not_found',
): Promise<ModAccess> {
  return readMod<unknown>(ctx, modId, code, PREPARED, Prisma.empty);
}

async function readMod<T>(
  ctx: RequestContext,
  modId: string,
  code: ErrorCode,
  mark: Prisma.Sql,
  more: Prisma.Sql,
): Promise<ModAccess & T> {
  if (!isId(modId)) throw problem(code);
  const userId = ctx.viewer.kind === 'user' ? ctx.viewer.userId : null;
  const [mod] = await ctx.platform.db.$queryRaw<(ModAccess & T)[]>`${mark}
    select m.id as "modId", m.game_id as "gameId", m.state::text, m.revision,
      m.access_tier::text as "accessTier", t.role::text ${more}
    from mods m left join team_members t on t.team_id = m.team_id and t.user_id = ${userId}::uuid
    where m.id = ${modId}::uuid and m.state <> 'deleted'`;
  const seen = mod && { ...mod, role: roleOf(ctx, mod.role) };
  if (!seen || !mayKnow(ctx, seen)) throw await missing(ctx, modId, code);
  return seen;
}

/**
 * The role in which the viewer acts. A run of a trusted publisher publishes as a `publisher`, and
 * only while the owner who configured it owns the mod.
 */
function roleOf({ viewer }: RequestContext, role: TeamRole | null): TeamRole | null {
  if (viewer.kind !== 'user' || viewer.credential.kind !== 'trusted_publisher') return role;
  return role === 'owner' ? 'publisher' : null;
}

/**
 * Reads a mod that the viewer may see, like `readModAccess`, but a credential that is limited to
 * other mods sees only public ones. The same statement reads the further `columns` of the mod `m`.
 * Throws `not_found`, `gone`.
 */
export async function readVisibleMod<T = unknown>(
  ctx: RequestContext,
  modId: string,
  columns?: Prisma.Sql,
): Promise<ModAccess & T> {
  const access = await readMod<T>(ctx, modId, 'not_found', Prisma.empty, others(columns));
  if (isKnownToAll(access.state) || isInResourceGrants(ctx, modId)) return access;
  throw problem('not_found');
}

const others = (columns?: Prisma.Sql) => (columns ? Prisma.sql`, ${columns}` : Prisma.empty);

/**
 * Returns whether the viewer may see the drafts and upload states of the mod: staff, and team
 * members whose role reads drafts, with a credential that covers the mod.
 */
export function seesDrafts(ctx: RequestContext, access: ModAccess): boolean {
  if (ctx.viewer.kind !== 'user' || !isInResourceGrants(ctx, access.modId)) return false;
  return actsAsStaff(ctx) || (access.role !== null && can(access.role, 'read-drafts'));
}

/**
 * Checks a permission of the viewer and the credential on a mod. Returns the mod with the viewer's
 * role. The same statement reads the further `columns` of the mod `m`; their SQL must be constant,
 * because the statement is prepared. Throws:
 * - no credential: `unauthorized`
 * - the mod is unknown, or the viewer may not see it: `not_found`
 * - the mod is deleted: `gone`
 * - the credential is limited to other mods: `resource_scope_denied`
 * - not in the team, even as staff: `forbidden`
 * - in the team without the permission: `team_role_denied`
 */
export async function requireModPermission<T = unknown>(
  ctx: RequestContext,
  modId: string,
  permission: ModPermission,
  columns?: Prisma.Sql,
): Promise<ModAccess & T> {
  requireUser(ctx);
  const access = await readMod<T>(ctx, modId, 'not_found', PREPARED, others(columns));
  if (!isInResourceGrants(ctx, modId)) throw outOfReach(modId);
  if (access.role === null) throw notInTeam(modId);
  if (!can(access.role, permission)) throw problem('team_role_denied');
  return access;
}

function mayKnow(ctx: RequestContext, mod: ModAccess): boolean {
  if (isKnownToAll(mod.state) || mod.role !== null) return true;
  return actsAsStaff(ctx);
}

function isInResourceGrants(ctx: RequestContext, modId: string): boolean {
  if (ctx.viewer.kind !== 'user') return false;
  const { modIds } = ctx.viewer.credential;
  return modIds === null || modIds.includes(modId);
}

const rolesWith = (permission: ModPermission): TeamRole[] =>
  ROLES_OF_TEAM.filter((role) => can(role, permission));

/** The roles that may read drafts and upload states. */
const READERS = rolesWith('read-drafts');

/**
 * The ids of the undeleted mods on which the viewer has a permission, by default to read drafts, as
 * a subquery. A limited credential excludes its other mods.
 */
export function ownMods(
  { userId, credential }: UserViewer,
  permission: ModPermission = 'read-drafts',
): Prisma.Sql {
  return Prisma.sql`select m.id from team_members t join mods m on m.team_id = t.team_id
    where t.user_id = ${userId}::uuid and t.role::text = any(${rolesWith(permission)}) and m.state <> 'deleted'
      ${inResourceGrants(credential.modIds, Prisma.sql`m.id`)}`;
}

/**
 * The team members whose role reads drafts, of all mods, as a subquery of `user_id`, `mod_id` and
 * the `state` of the mod. It includes deleted mods and blocked accounts, and no staff.
 */
export function readersOf(): Prisma.Sql {
  return Prisma.sql`select t.user_id, m.id as mod_id, m.state
    from team_members t join mods m on m.team_id = t.team_id where t.role::text = any(${READERS})`;
}

/** `seesDrafts` as a SQL condition for the mod in a column. */
export function draftsSeen(ctx: RequestContext, modId: Prisma.Sql): Prisma.Sql {
  const { viewer } = ctx;
  if (viewer.kind !== 'user') return Prisma.sql`false`;
  return actsAsStaff(ctx) ? Prisma.sql`true` : Prisma.sql`${modId} in (${ownMods(viewer)})`;
}

/** Creates the error `forbidden` for a viewer who may see a mod but is not in its team. */
export function notInTeam(modId: string): RegisteredError {
  return problem('forbidden', {
    detail: {
      en: `You are not a member of the team of the mod ${modId}; ask one of its owners to add you.`,
      ru: `Вы не состоите в команде мода ${modId}; попросите одного из её владельцев добавить вас.`,
      de: `Sie gehören nicht zum Team der Mod ${modId}; bitten Sie einen ihrer Besitzer, Sie aufzunehmen.`,
    },
  });
}
