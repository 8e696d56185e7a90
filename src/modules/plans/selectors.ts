import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import { isId } from '../../request/ids.js';
import { missing } from '../../request/missing.js';
import { isWithdrawn } from '../artifacts/index.js';
import { type Candidate, pinnedOf } from './candidates.js';
import type { PlanRequest } from './plan-request.type.js';

/**
 * Checks all selectors and reads the files that the request names exactly, by id; two statements.
 * - unknown, hidden or of another game: `not_found`, for an artifact `file_not_found`
 * - withdrawn, by its team or by the provider that keeps it, or deleted for good: `gone`
 */
export async function readPinned(
  ctx: RequestContext,
  request: PlanRequest,
): Promise<readonly Candidate[]> {
  const versionIds = request.versions.map((selector) => selector.versionId);
  const ids = [...request.modIds, ...versionIds];
  for (const selector of request.versions) ids.push(selector.modId);
  if (!ids.every(isId)) throw problem('not_found');
  if (!request.artifacts.every(isId)) throw problem('file_not_found');
  const pinned = await pinnedOf(ctx, { versionIds, artifactIds: request.artifacts });
  const byId = new Map(pinned.map((file) => [file.id, file]));
  for (const { modId, versionId } of request.versions) {
    const file = pinned.find((it) => it.versionId === versionId && it.modId === modId);
    if (!file) await demandNotGone(ctx, modId);
    await demand(ctx, request, file, versionId, 'not_found');
  }
  for (const id of request.artifacts) {
    await demand(ctx, request, byId.get(id), id, 'file_not_found');
  }
  await demandMods(ctx, request);
  return pinned;
}

/** Checks the mods whose newest file is wanted. A mod without published versions is only hidden from lists. */
async function demandMods(ctx: RequestContext, { modIds, gameSlug }: PlanRequest): Promise<void> {
  if (modIds.length === 0) return;
  const mods = await ctx.platform.db.mod.findMany({
    where: { id: { in: [...modIds] }, state: { in: ['published', 'archived'] } },
    select: { id: true, game: { select: { slug: true } } },
  });
  const gameOf = new Map(mods.map(({ id, game }) => [id, game.slug]));
  for (const modId of modIds) {
    const slug = gameOf.get(modId);
    if (slug === undefined) throw await missing(ctx, modId);
    if (slug !== gameSlug) throw problem('not_found');
  }
}

async function demand(
  ctx: RequestContext,
  request: PlanRequest,
  file: Candidate | undefined,
  id: string,
  code: 'not_found' | 'file_not_found',
): Promise<void> {
  if (!file || file.gameSlug !== request.gameSlug) throw await missing(ctx, id, code);
  if (file.versionState === 'withdrawn') throw problem('gone');
  if (!file.trusted && (await isWithdrawn(ctx, file.id))) throw problem('gone');
  if (!file.trusted || file.modState === 'draft' || file.modState === 'deleted')
    throw problem(code);
}

/** A mod that was deleted for good is `gone`, whichever of its versions is named. */
async function demandNotGone(ctx: RequestContext, modId: string): Promise<void> {
  const error = await missing(ctx, modId);
  if (error.code === 'gone') throw error;
}
