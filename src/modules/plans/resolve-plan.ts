import { v5 } from 'uuid';
import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { type Candidate, filesById } from './candidates.js';
import { loadFiles } from './load-files.js';
import { normalizeRequest } from './normalize.js';
import type { InstallPlanInput } from './plan.input.js';
import type {
  InstallPlan,
  PlanConflict,
  PlanConstraint,
  PlanItem,
  PlanReason,
} from './plan.type.js';
import type { PlanRequest } from './plan-request.type.js';
import { presentFile } from './present-file.js';
import { solvePlan } from './run-solver.js';
import { readPinned } from './selectors.js';
import type { SolvedConstraint, SolvedItem, SolvedPlan } from './solver/plan-program.js';
import { solverOf } from './solver-of.js';
import { tooComplex } from './too-complex.js';

/** The name spaces of the ids that follow from what they name. */
const ITEMS = '5f0f8f3e-0a53-5d0b-9d5b-1f1b8d7c2a10';
const PLANS = '0f6f2c94-6a0e-5a5e-8c38-3f5fd1d9c7b2';

/** A file of a plan, and by which rule it was chosen. */
interface Chosen {
  readonly file: Candidate;
  readonly role: SolvedItem['role'];
  readonly rule: 'exact_artifact' | 'exact_version' | 'newest_compatible';
}

/**
 * A deterministic plan for a request: equal requests on an equal catalog give equal plans, byte
 * for byte. That nothing can be installed is an answer, not an error. Spec 2.7.
 * Throws `invalid_input`, `not_found`, `file_not_found`, `gone`, `unsupported_version`,
 * `validation_failed` for a plan over its limits, `rate_limited` for a caller over their
 * share of the threads, and `service_unavailable` if no thread is free.
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
  const solved = await solvePlan(solverOf(ctx), { loaded, modIds, includeOptional });
  if (solved.constraints.length > LIMITS.planConstraints) throw tooComplex('modIds');
  return describe(request, solved, await readChosen(ctx, solved.items, ruleFor(request, pinned)));
}

async function readChosen(
  ctx: RequestContext,
  items: readonly SolvedItem[],
  ruleOf: (artifactId: string) => Chosen['rule'],
): Promise<Chosen[]> {
  const ids = items.map(({ artifactId }) => artifactId);
  const files = await filesById(ctx, ids);
  return items.map(({ artifactId, role }) => {
    const file = files.get(artifactId);
    // The row was deleted since it was chosen: the next plan does without it.
    if (!file) throw problem('service_unavailable', { retryAfterSeconds: 1 });
    return { file, role, rule: ruleOf(artifactId) };
  });
}

function ruleFor(request: PlanRequest, pinned: readonly Candidate[]) {
  const [named, artifacts] = [new Set(pinned.map(({ id }) => id)), new Set(request.artifacts)];
  return (artifactId: string): Chosen['rule'] => {
    if (!named.has(artifactId)) return 'newest_compatible';
    return artifacts.has(artifactId) ? 'exact_artifact' : 'exact_version';
  };
}

function describe(
  request: PlanRequest,
  { constraints, conflict }: SolvedPlan,
  ordered: readonly Chosen[],
): InstallPlan {
  const items = ordered.map(itemOf);
  const dependencyConstraints = constraints.map(constraintOf);
  const answer = {
    status: conflict ? ('unsatisfiable' as const) : ('resolved' as const),
    request,
    items,
    dependencyConstraints,
    conflicts: conflict ? [conflictOf(conflict)] : [],
    artifactSelection: ordered.map(({ file, rule }) => ({
      itemId: itemIdOf(file.id),
      artifactId: file.id,
      rule,
    })),
    decisionReasons: ordered.flatMap(reasonsOf),
    dependencies: dependencyConstraints.filter((it) => it.satisfiedByItemId !== null),
    steps: items.map(({ itemId, file }, at) => ({
      order: at + 1,
      action: 'install',
      itemId,
      file,
    })),
  };
  const planId = v5(JSON.stringify(answer), PLANS);
  return { planId, etag: `"${planId}"`, ...answer };
}

function itemIdOf(artifactId: string): string {
  return v5(artifactId, ITEMS);
}

function itemOf({ file, role }: Chosen): PlanItem {
  return {
    itemId: itemIdOf(file.id),
    role,
    modId: file.modId,
    versionId: file.versionId,
    version: file.version,
    artifactId: file.id,
    file: presentFile(file),
  };
}

function constraintOf({ fromArtifactId, demand, metBy }: SolvedConstraint): PlanConstraint {
  return {
    fromItemId: itemIdOf(fromArtifactId),
    modId: demand.modId,
    kind: demand.kind,
    versionConstraint: demand.versionConstraint,
    satisfiedByItemId: metBy === null ? null : itemIdOf(metBy),
  };
}

function conflictOf({
  code,
  modIds,
  artifactIds,
  explanation,
}: NonNullable<SolvedPlan['conflict']>): PlanConflict {
  return { code, modIds, itemIds: artifactIds.map(itemIdOf).sort(), explanation };
}

/** What a reader may wonder about: an exact selector goes before the filters of the request. */
function reasonsOf({ file, rule }: Chosen): PlanReason[] {
  if (rule === 'newest_compatible') return [];
  return [
    {
      itemId: itemIdOf(file.id),
      modId: file.modId,
      code: rule,
      detail: 'The request names this file exactly; channel, game version and loader do not apply.',
    },
  ];
}
