import type { Candidate } from './candidates.js';
import {
  type ChosenFile,
  explainEmbedded,
  explainLowered,
  type ModNames,
  nameIn,
  nameOf,
} from './explain.js';
import type { PlanReason } from './plan.type.js';
import type { Blocker } from './solver/blockers.js';
import type { Lowered } from './solver/lowered.js';
import type { SolvedPlan } from './solver/plan-program.js';

type ItemIdOf = (artifactId: string) => string;

/**
 * Returns the reasons of a plan. There is one for each pinned item, for each item that is not the
 * newest matching version, and for each contained mod that has no item of its own.
 */
export function reasonsOf(
  { lowered, constraints }: SolvedPlan,
  ordered: readonly ChosenFile[],
  names: ModNames,
  itemIdOf: ItemIdOf,
): PlanReason[] {
  const files = new Map(ordered.map(({ file }) => [file.id, file]));
  const items = new Map(
    ordered.flatMap(({ file: { id, modId }, addedTo }) =>
      addedTo === null
        ? [
            [modId, id],
            [id, id],
          ]
        : [],
    ),
  );
  const loweredById = new Map(lowered.map((it) => [it.artifactId, it]));
  const ofItems = ordered.flatMap((chosen): PlanReason[] => {
    const { id, modId } = chosen.file;
    const reason = reasonOf(chosen, loweredById.get(chosen.addedTo ?? id), names);
    if (!reason) return [];
    const { because, ...rest } = reason;
    const by = because.flatMap((other) => items.get(other) ?? [])[0];
    return [{ itemId: itemIdOf(id), modId, byItemId: by ? itemIdOf(by) : null, ...rest }];
  });
  return [...ofItems, ...embeddedReasons(constraints, files, names, itemIdOf)];
}

interface Reason {
  readonly code: string;
  readonly detail: string;
  /**
   * The ids of mods and files that led to the decision. The reason names the item of the first id
   * with one.
   */
  readonly because: readonly string[];
}

function reasonOf(
  { file, rule }: ChosenFile,
  lowered: Lowered | undefined,
  names: ModNames,
): Reason | null {
  if (rule !== 'newest_compatible') {
    const detail = `The request names ${titleOf(file)} ${file.version} exactly; channel, game version and loader do not apply.`;
    return { code: rule, detail, because: [] };
  }
  if (!lowered) return null;
  const { blocker } = lowered;
  return {
    code: blocker?.code ?? 'combination',
    detail: explainLowered(lowered, names),
    because: blocker ? otherThan(file, blocker) : [],
  };
}

function otherThan(own: Candidate, { file, demand, content }: Blocker): string[] {
  const target = demand.artifactId === null ? [] : [demand.artifactId];
  const container = content === null ? [] : [content.file.modId];
  return [file.modId, ...container, ...target, demand.modId].filter(
    (it) => it !== own.modId && it !== own.id,
  );
}

/** The required and optional mods without an item of their own, because an item contains them. */
function embeddedReasons(
  constraints: SolvedPlan['constraints'],
  files: ReadonlyMap<string, Candidate>,
  names: ModNames,
  itemIdOf: ItemIdOf,
): PlanReason[] {
  const reasons = new Map<string, PlanReason>();
  for (const { demand, metBy } of constraints) {
    const container = metBy === null ? undefined : files.get(metBy);
    if (demand.kind === 'embedded' || !container || container.modId === demand.modId) continue;
    const { modId } = demand;
    reasons.set(`${modId} ${container.id}`, {
      itemId: null,
      modId,
      byItemId: itemIdOf(container.id),
      code: 'embedded',
      detail: explainEmbedded(nameIn(names, modId), `${titleOf(container)} ${container.version}`),
    });
  }
  return [...reasons.values()];
}

function titleOf({ modTitle, modSlug }: Candidate): string {
  return nameOf(modTitle, modSlug);
}
