import { v5 } from 'uuid';
import type { RequestContext } from '../../request/context.js';
import { embeds } from './candidates.js';
import { type Choices, type Chosen, choose } from './choose.js';
import type { Impossible } from './impossible.js';
import { normalizeRequest } from './normalize.js';
import { inInstallOrder } from './order.js';
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
import { readSelection } from './selectors.js';

/** The name spaces of the ids that follow from what they name. */
const ITEMS = '5f0f8f3e-0a53-5d0b-9d5b-1f1b8d7c2a10';
const PLANS = '0f6f2c94-6a0e-5a5e-8c38-3f5fd1d9c7b2';

/**
 * A deterministic plan for a request: equal requests on an equal catalog give equal plans, byte
 * for byte. That nothing can be installed is an answer, not an error. Spec 2.7.
 * Throws `invalid_input`, `not_found`, `file_not_found`, `gone`, `unsupported_version`, and
 * `service_unavailable` for a puzzle that cannot be decided within bounds.
 */
export async function resolvePlan(
  ctx: RequestContext,
  input: InstallPlanInput,
): Promise<InstallPlan> {
  const request = await normalizeRequest(ctx, input);
  const choices = await choose(ctx, request, await readSelection(ctx, request));
  return describe(request, choices);
}

function describe(request: PlanRequest, { chosen, conflicts }: Choices): InstallPlan {
  const resolved = conflicts.length === 0;
  const ordered = resolved ? inInstallOrder(chosen) : [];
  const items = ordered.map(itemOf);
  const dependencyConstraints = ordered.flatMap((it) => constraintsOf(it, ordered));
  const answer = {
    status: resolved ? ('resolved' as const) : ('unsatisfiable' as const),
    request,
    items,
    dependencyConstraints,
    conflicts: conflicts.map((conflict) => conflictOf(conflict, chosen)),
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

function constraintsOf({ file }: Chosen, ordered: readonly Chosen[]): PlanConstraint[] {
  return file.dependencies.map((dependency) => {
    const other =
      ordered.find((it) => it.file.modId === dependency.modId) ??
      ordered.find((it) => embeds(it.file, dependency));
    const met = dependency.kind !== 'conflict' && other;
    return {
      fromItemId: itemIdOf(file.id),
      modId: dependency.modId,
      kind: dependency.kind,
      versionConstraint: dependency.versionConstraint,
      satisfiedByItemId: met ? itemIdOf(other.file.id) : null,
    };
  });
}

function conflictOf(
  { code, modIds, explanation }: Impossible,
  chosen: readonly Chosen[],
): PlanConflict {
  const itemIds = chosen
    .filter(({ file }) => modIds.includes(file.modId))
    .map(({ file }) => itemIdOf(file.id))
    .sort();
  return { code, modIds, itemIds, explanation };
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
