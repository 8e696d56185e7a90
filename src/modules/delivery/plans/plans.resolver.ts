import { Arg, Ctx, Extensions, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { Scoped } from '../../../request/scoped.js';
import type { Candidate } from './candidates.js';
import { checkUpdates } from './check-updates.js';
import { markMetByAdded, readChosen } from './chosen-items.js';
import { describePlan } from './describe-plan.js';
import { type ChosenFile, namedMods, readModNames } from './explain.js';
import { loadFiles } from './load-files.js';
import { InstallPlanInput } from './plan.input.js';
import { InstallPlan } from './plan.type.js';
import { normalizeRequest, type PlanRequest, readPinned } from './plan-request.js';
import { tooComplex } from './refusals.js';
import { solvePlan, solverOf } from './run-solver.js';
import { UpdateCheck, UpdateCheckInput } from './update.type.js';

/**
 * Computes a deterministic plan: equal requests on an equal catalog give byte-identical plans. An
 * unsatisfiable request is a result, not an error. Spec 2.7. Throws `invalid_input`, `not_found`,
 * `file_not_found`, `gone`, `unsupported_version`, and `validation_failed` above the limits of a
 * plan. Throws `rate_limited` above the caller's thread quota, and `service_unavailable` if no
 * thread is free or a chosen file was just deleted.
 */
export async function resolvePlan(
  ctx: RequestContext,
  input: InstallPlanInput,
): Promise<InstallPlan> {
  const request = await normalizeRequest(ctx, input);
  const { modIds, includeOptional } = request;
  const pinned = await readPinned(ctx, request);
  const loaded = await loadFiles(ctx, {
    modIds,
    pinned,
    includeOptional,
    surroundings: request,
    field: 'modIds',
  });
  const solved = await solvePlan(solverOf(ctx), {
    loaded,
    modIds,
    includeOptional,
    withPrereleases: request.releaseChannel !== 'release',
  });
  if (solved.constraints.length > LIMITS.planConstraints) throw tooComplex('modIds');
  const chosen = await readChosen(ctx, solved, includeOptional, ruleFor(request, pinned));
  const names = await readModNames(ctx, namedMods(solved, chosen));
  const constraints = markMetByAdded(solved.constraints, chosen);
  return describePlan(request, { ...solved, constraints }, chosen, names);
}

function ruleFor(request: PlanRequest, pinned: readonly Candidate[]) {
  const named = new Set(pinned.map(({ id }) => id));
  const artifacts = new Set(request.artifacts);
  return (artifactId: string): ChosenFile['rule'] => {
    if (!named.has(artifactId)) return 'newest_compatible';
    return artifacts.has(artifactId) ? 'exact_artifact' : 'exact_version';
  };
}

/** Queries for install plans and updates (Spec 4.2). */
@Resolver()
export class PlansResolver {
  @Query(() => InstallPlan)
  @Scoped('optional', 'install_plans:resolve')
  resolveInstallPlan(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => InstallPlanInput) input: InstallPlanInput,
  ): Promise<InstallPlan> {
    return resolvePlan(ctx, input);
  }

  @Query(() => UpdateCheck, { description: 'Beta: this operation may still change.' })
  // The cost of the operation counts one result for each of `input.items`.
  @Extensions({ oneResultPer: 'items' })
  @Scoped('optional', 'mods:read')
  checkUpdates(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => UpdateCheckInput) input: UpdateCheckInput,
  ): Promise<UpdateCheck> {
    return checkUpdates(ctx, input);
  }
}
