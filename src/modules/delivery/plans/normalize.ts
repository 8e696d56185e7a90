import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import type { InstallPlanInput } from './plan.input.js';
import type { PlanRequest } from './plan-request.type.js';
import { readSurroundings } from './surroundings.js';

/**
 * Returns the canonical form of a request, so that equal requests give equal plans.
 * - no selector, or too many: `invalid_input`
 * - an unknown game: `not_found`; a game version that the game does not list: `unsupported_version`
 */
export async function normalizeRequest(
  ctx: RequestContext,
  input: InstallPlanInput,
): Promise<PlanRequest> {
  const modIds = distinct(input.modIds ?? []);
  const artifacts = distinct(input.artifacts ?? []);
  const versions = [...new Map((input.versions ?? []).map((it) => [it.versionId, it])).values()]
    .map(({ modId, versionId }) => ({ modId, versionId }))
    .sort((a, b) => (a.versionId < b.versionId ? -1 : 1));
  const selectors = modIds.length + versions.length + artifacts.length;
  if (selectors === 0) {
    throw problem('invalid_input', { fields: [{ field: 'modIds', code: 'required' }] });
  }
  if (selectors > LIMITS.planSelectors) {
    throw problem('invalid_input', { fields: [{ field: 'modIds', code: 'too_long' }] });
  }
  const { surroundings } = await readSurroundings(ctx, input);
  return {
    ...surroundings,
    modIds,
    versions,
    artifacts,
    includeOptional: input.includeOptional ?? false,
  };
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}
