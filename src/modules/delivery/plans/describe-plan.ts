import { v5 } from 'uuid';
import { DOWNLOAD_ENDPOINTS } from '../../../registry/addresses.js';
import type { Candidate } from './candidates.js';
import { type ChosenFile, explainConflict, type ModNames } from './explain.js';
import type { InstallPlan, PlanConflict } from './plan.type.js';
import type { PlanConstraint, PlanFile, PlanItem } from './plan-item.type.js';
import type { PlanRequest } from './plan-request.js';
import { reasonsOf } from './reasons.js';
import type { SolvedConstraint, SolvedPlan } from './solver/plan-program.js';

/** Maps a file to the fields that a client needs to install it. */
export function presentFile(file: Candidate): PlanFile {
  return {
    artifactId: file.id,
    fileVersion: file.fileVersion,
    originalFilename: file.originalFilename,
    sizeBytes: Number(file.sizeBytes),
    sha256: file.sha256,
    resolveEndpoint: DOWNLOAD_ENDPOINTS.resolve(file.id),
  };
}

/** UUID namespaces of derived ids. */
const ITEMS = '5f0f8f3e-0a53-5d0b-9d5b-1f1b8d7c2a10';
const PLANS = '0f6f2c94-6a0e-5a5e-8c38-3f5fd1d9c7b2';

/**
 * Builds the plan that the API returns from a solution. Its id derives from its whole content, so
 * equal plans have equal ids and ETags. `ordered` are the chosen files in order of installation,
 * `names` are the names of the mods for explanations.
 */
export function describePlan(
  request: PlanRequest,
  solved: SolvedPlan,
  ordered: readonly ChosenFile[],
  names: ModNames,
): InstallPlan {
  const { constraints, conflict } = solved;
  const items = ordered.map(itemOf);
  const dependencyConstraints = constraints.map(constraintOf);
  const content = {
    status: conflict ? ('unsatisfiable' as const) : ('resolved' as const),
    request,
    items,
    dependencyConstraints,
    conflicts: conflict ? [conflictOf(conflict, names, request)] : [],
    artifactSelection: ordered.map(({ file, rule }) => ({
      itemId: itemIdOf(file.id),
      artifactId: file.id,
      rule,
    })),
    decisionReasons: reasonsOf(solved, ordered, names, itemIdOf),
    dependencies: dependencyConstraints.filter((it) => it.satisfiedByItemId !== null),
    // The containing file already brings embedded content.
    steps: items
      .filter(({ embeddedIn }) => embeddedIn === null)
      .map(({ itemId, file }, at) => ({ order: at + 1, action: 'install', itemId, file })),
  };
  const planId = v5(JSON.stringify(content), PLANS);
  return { planId, etag: `"${planId}"`, ...content };
}

function itemIdOf(artifactId: string): string {
  return v5(artifactId, ITEMS);
}

function itemOf({ file, role, embeddedIn }: ChosenFile): PlanItem {
  return {
    itemId: itemIdOf(file.id),
    role,
    modId: file.modId,
    title: file.modTitle,
    slug: file.modSlug,
    accessTier: file.accessTier,
    versionId: file.versionId,
    version: file.version,
    artifactId: file.id,
    artifactSource: file.source,
    embeddedIn: embeddedIn === null ? null : itemIdOf(embeddedIn),
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

function conflictOf(
  conflict: NonNullable<SolvedPlan['conflict']>,
  names: ModNames,
  request: PlanRequest,
): PlanConflict {
  const { code, modIds, artifactIds } = conflict;
  const explanation = explainConflict(conflict, names, request);
  return { code, modIds, itemIds: artifactIds.map(itemIdOf).sort(), explanation };
}
