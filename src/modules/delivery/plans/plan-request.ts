import { Field, ID, ObjectType } from 'type-graphql';
import { ReleaseChannel } from '../../../platform/database/generated/enums.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { unknownGame } from '../../catalog/index.js';
import { isWithdrawn } from '../../publishing/index.js';
import { type Candidate, pinnedOf } from './candidates.js';
import type { InstallPlanInput, SurroundingsInput } from './plan.input.js';
import {
  goneSelector,
  refusedSelector,
  type SelectorKind,
  unknownGameVersion,
} from './refusals.js';

/** A version that the request pins. */
@ObjectType({ simpleResolvers: true })
class PlanVersionSelector {
  @Field(() => ID)
  readonly modId!: string;

  @Field(() => ID)
  readonly versionId!: string;
}

/**
 * The normalized request: sorted, without duplicates, with defaults. A null game version, platform
 * or loader excludes nothing.
 */
@ObjectType({ simpleResolvers: true })
export class PlanRequest {
  @Field(() => String)
  readonly gameSlug!: string;

  @Field(() => String, { nullable: true, description: 'Null if files for all game versions fit.' })
  readonly gameVersion!: string | null;

  @Field(() => String, { nullable: true, description: 'Null if files for all platforms fit.' })
  readonly platform!: string | null;

  @Field(() => String, { nullable: true, description: 'Null if files for all mod loaders fit.' })
  readonly loader!: string | null;

  @Field(() => ReleaseChannel)
  readonly releaseChannel!: ReleaseChannel;

  @Field(() => [ID])
  readonly modIds!: readonly string[];

  @Field(() => [PlanVersionSelector])
  readonly versions!: readonly PlanVersionSelector[];

  @Field(() => [ID])
  readonly artifacts!: readonly string[];

  @Field(() => Boolean, {
    description: 'Whether the plan has optional dependencies and files too.',
  })
  readonly includeOptional!: boolean;
}

/** The filters for files: the surroundings in which the files have to work. */
export type PlanContext = Pick<PlanRequest, keyof SurroundingsInput>;

/**
 * Reads the filters of a request and the id of its game. Throws an error that names the game or the
 * game version:
 * - an unknown game: `not_found`
 * - a game version that the game does not list: `unsupported_version`
 */
export async function readPlanContext(
  ctx: RequestContext,
  input: SurroundingsInput,
): Promise<{ readonly gameId: string; readonly surroundings: PlanContext }> {
  const { gameSlug } = input;
  const game = await ctx.platform.db.game.findUnique({ where: { slug: gameSlug } });
  if (!game || game.state === 'deleted') throw unknownGame(gameSlug);
  if (input.gameVersion && !game.versions.includes(input.gameVersion)) {
    throw unknownGameVersion(gameSlug, input.gameVersion);
  }
  const surroundings = {
    gameSlug,
    gameVersion: input.gameVersion || null,
    platform: input.platform || null,
    loader: input.loader || null,
    releaseChannel: input.releaseChannel ?? 'release',
  };
  return { gameId: game.id, surroundings };
}

/**
 * Returns the canonical form of a request, so that equal requests give equal plans. Throws:
 * - no selector, or too many: `invalid_input`
 * - an unknown game: `not_found`; a game version that the game does not list: `unsupported_version`
 */
export async function normalizeRequest(
  ctx: RequestContext,
  input: InstallPlanInput,
): Promise<PlanRequest> {
  const modIds = distinct(input.modIds ?? []);
  const artifacts = distinct(input.artifacts ?? []);
  const pinned = (input.versions ?? []).map(({ modId, versionId }) => ({ modId, versionId }));
  const versions = [...new Map(pinned.map((it) => [keyOf(it), it])).values()].sort((a, b) =>
    keyOf(a) < keyOf(b) ? -1 : 1,
  );
  const selectors = modIds.length + versions.length + artifacts.length;
  if (selectors === 0) {
    throw problem('invalid_input', { fields: [{ field: 'modIds', code: 'required' }] });
  }
  if (selectors > LIMITS.planSelectors) {
    throw problem('invalid_input', { fields: [{ field: 'modIds', code: 'too_long' }] });
  }
  const { surroundings } = await readPlanContext(ctx, input);
  return {
    ...surroundings,
    modIds,
    versions,
    artifacts,
    includeOptional: input.includeOptional ?? false,
  };
}

/**
 * Identifies a version together with its mod: a version with the wrong mod is another selector,
 * which `readPinned` refuses.
 */
const keyOf = ({ modId, versionId }: PlanVersionSelector) => `${versionId} ${modId}`;

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}

/**
 * Checks all selectors and reads the pinned files by id. At most two statements, unless a selector
 * is refused. Throws an error whose `detail` names the selector:
 * - unknown, hidden, not available for download, or of another game: `not_found`, for an artifact
 *   `file_not_found`
 * - withdrawn by its team or by its provider, or deleted: `gone`
 */
export async function readPinned(
  ctx: RequestContext,
  request: PlanRequest,
): Promise<readonly Candidate[]> {
  const { modIds, versions, artifacts } = request;
  await requireIds(ctx, 'mod', [...modIds, ...versions.map(({ modId }) => modId)]);
  const versionIds = versions.map(({ versionId }) => versionId);
  await requireIds(ctx, 'version', versionIds);
  await requireIds(ctx, 'file', artifacts);
  const pinned = await pinnedOf(ctx, { versionIds, artifactIds: artifacts });
  const byId = new Map(pinned.map((file) => [file.id, file]));
  // A version stands for its main file; `artifacts` may name others of its files.
  const mainFiles = pinned.filter(({ fileKind }) => fileKind === 'main');
  for (const { modId, versionId } of versions) {
    const file = mainFiles.find((it) => it.versionId === versionId && it.modId === modId);
    if (!file) await requireNotGone(ctx, modId);
    await requireInstallable(ctx, request, file, 'version', versionId);
  }
  for (const id of artifacts) await requireInstallable(ctx, request, byId.get(id), 'file', id);
  await requireMods(ctx, request);
  return pinned;
}

/** The states of mods whose files a plan may contain: those that every caller may see. */
const SHOWN_MODS = ['published', 'archived'] as const;

/** Rejects texts that are not UUIDs, because the statements accept only UUIDs. */
async function requireIds(
  ctx: RequestContext,
  kind: SelectorKind,
  ids: readonly string[],
): Promise<void> {
  const bad = ids.find((id) => !isId(id));
  if (bad !== undefined) throw await refusedSelector(ctx, kind, bad);
}

/**
 * Checks the mods whose newest file is requested. An archived mod is valid, although none of its
 * versions fits a plan.
 */
async function requireMods(ctx: RequestContext, { modIds, gameSlug }: PlanRequest): Promise<void> {
  if (modIds.length === 0) return;
  const mods = await ctx.platform.db.mod.findMany({
    where: {
      id: { in: [...modIds] },
      state: { in: [...SHOWN_MODS] },
      game: { slug: gameSlug },
    },
    select: { id: true },
  });
  const known = new Set(mods.map(({ id }) => id));
  const refused = modIds.find((modId) => !known.has(modId));
  if (refused !== undefined) throw await refusedSelector(ctx, 'mod', refused);
}

/** Requires that a pinned file exists in the game of the request and can be downloaded now. */
async function requireInstallable(
  ctx: RequestContext,
  request: PlanRequest,
  file: Candidate | undefined,
  kind: SelectorKind,
  id: string,
): Promise<void> {
  if (!file || file.gameSlug !== request.gameSlug) throw await refusedSelector(ctx, kind, id);
  if (file.versionState === 'withdrawn') throw goneSelector(kind, id);
  if (!file.isObtainable && (await isWithdrawn(ctx, file.id))) throw goneSelector(kind, id);
  if (!file.isObtainable || !SHOWN_MODS.some((state) => state === file.modState)) {
    throw await refusedSelector(ctx, kind, id);
  }
}

/** A deleted mod is `gone`, for any of its versions. */
async function requireNotGone(ctx: RequestContext, modId: string): Promise<void> {
  const error = await refusedSelector(ctx, 'mod', modId);
  if (error.code === 'gone') throw error;
}
