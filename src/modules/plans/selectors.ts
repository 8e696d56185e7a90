import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import { isId } from '../../request/ids.js';
import { missing } from '../../request/missing.js';
import { isWithdrawn } from '../artifacts/index.js';
import { type Candidate, candidatesOf, pinnedOf } from './candidates.js';
import type { PlanRequest } from './plan-request.type.js';

/** What the request selects: files that it pins, and mods of which the newest file is wanted. */
export interface Selection {
  readonly pinned: readonly Candidate[];
  readonly candidatesByMod: ReadonlyMap<string, readonly Candidate[]>;
}

/**
 * Reads what the selectors name; two statements.
 * - unknown, hidden or of another game: `not_found`, for an artifact `file_not_found`
 * - withdrawn, by its team or by the provider that keeps it, or deleted for good: `gone`
 */
export async function readSelection(ctx: RequestContext, request: PlanRequest): Promise<Selection> {
  const versionIds = request.versions.map((selector) => selector.versionId);
  const ids = [...request.modIds, ...versionIds];
  for (const selector of request.versions) ids.push(selector.modId);
  if (!ids.every(isId)) throw problem('not_found');
  if (!request.artifacts.every(isId)) throw problem('file_not_found');
  const pinned = await pinnedOf(ctx, { versionIds, artifactIds: request.artifacts });
  for (const { modId, versionId } of request.versions) {
    const file = pinned.find((it) => it.versionId === versionId && it.modId === modId);
    if (!file) await demandNotGone(ctx, modId);
    await demand(ctx, request, file, versionId, 'not_found');
  }
  for (const id of request.artifacts) {
    await demand(
      ctx,
      request,
      pinned.find((it) => it.id === id),
      id,
      'file_not_found',
    );
  }
  const candidatesByMod = byMod(request.modIds, await candidatesOf(ctx, request.modIds));
  for (const [modId, candidates] of candidatesByMod) {
    if (candidates.length === 0) await demandMod(ctx, modId);
    if (candidates.some((it) => it.gameSlug !== request.gameSlug)) throw problem('not_found');
  }
  return { pinned, candidatesByMod };
}

/** Groups candidates by mod; mods without any are there with none. */
export function byMod<T extends Candidate>(
  modIds: readonly string[],
  candidates: readonly T[],
): Map<string, T[]> {
  const groups = new Map<string, T[]>(modIds.map((modId) => [modId, []]));
  for (const candidate of candidates) groups.get(candidate.modId)?.push(candidate);
  return groups;
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

/** A mod without published versions: hidden, or not there at all. */
async function demandMod(ctx: RequestContext, modId: string): Promise<void> {
  const mod = await ctx.platform.db.mod.findFirst({
    where: { id: modId, state: { in: ['published', 'archived'] } },
    select: { id: true },
  });
  if (!mod) throw await missing(ctx, modId);
}
