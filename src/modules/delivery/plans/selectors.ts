import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { isWithdrawn } from '../../publishing/index.js';
import { type Candidate, pinnedOf } from './candidates.js';
import type { PlanRequest } from './plan-request.type.js';
import { goneSelector, refusedSelector, type SelectorKind } from './refusals.js';

/**
 * Checks all selectors and reads the pinned files by id. Two statements. The `detail` of an error
 * names the selector.
 * - unknown, hidden or of another game: `not_found`, for an artifact `file_not_found`
 * - withdrawn by its team or by its provider, or deleted: `gone`
 */
export async function readPinned(
  ctx: RequestContext,
  request: PlanRequest,
): Promise<readonly Candidate[]> {
  const { modIds, versions, artifacts } = request;
  await demandIds(ctx, 'mod', [...modIds, ...versions.map(({ modId }) => modId)]);
  const versionIds = versions.map(({ versionId }) => versionId);
  await demandIds(ctx, 'version', versionIds);
  await demandIds(ctx, 'file', artifacts);
  const pinned = await pinnedOf(ctx, { versionIds, artifactIds: artifacts });
  const byId = new Map(pinned.map((file) => [file.id, file]));
  for (const { modId, versionId } of versions) {
    const file = pinned.find((it) => it.versionId === versionId && it.modId === modId);
    if (!file) await demandNotGone(ctx, modId);
    await demand(ctx, request, file, 'version', versionId);
  }
  for (const id of artifacts) await demand(ctx, request, byId.get(id), 'file', id);
  await demandMods(ctx, request);
  return pinned;
}

/** Rejects texts that are not UUIDs, because the statements accept only UUIDs. */
async function demandIds(
  ctx: RequestContext,
  kind: SelectorKind,
  ids: readonly string[],
): Promise<void> {
  const bad = ids.find((id) => !isId(id));
  if (bad !== undefined) throw await refusedSelector(ctx, kind, bad);
}

/**
 * Checks the mods whose newest file is requested. A mod without published versions is valid: it is
 * only hidden from lists.
 */
async function demandMods(ctx: RequestContext, { modIds, gameSlug }: PlanRequest): Promise<void> {
  if (modIds.length === 0) return;
  const mods = await ctx.platform.db.mod.findMany({
    where: {
      ...{ id: { in: [...modIds] }, state: { in: ['published', 'archived'] } },
      game: { slug: gameSlug },
    },
    select: { id: true },
  });
  const known = new Set(mods.map(({ id }) => id));
  const refused = modIds.find((modId) => !known.has(modId));
  if (refused !== undefined) throw await refusedSelector(ctx, 'mod', refused);
}

async function demand(
  ctx: RequestContext,
  request: PlanRequest,
  file: Candidate | undefined,
  kind: SelectorKind,
  id: string,
): Promise<void> {
  if (!file || file.gameSlug !== request.gameSlug) throw await refusedSelector(ctx, kind, id);
  if (file.versionState === 'withdrawn') throw goneSelector(kind, id);
  if (!file.trusted && (await isWithdrawn(ctx, file.id))) throw goneSelector(kind, id);
  if (!file.trusted || file.modState === 'draft' || file.modState === 'deleted') {
    throw await refusedSelector(ctx, kind, id);
  }
}

/** A deleted mod is `gone`, for any of its versions. */
async function demandNotGone(ctx: RequestContext, modId: string): Promise<void> {
  const error = await refusedSelector(ctx, 'mod', modId);
  if (error.code === 'gone') throw error;
}
