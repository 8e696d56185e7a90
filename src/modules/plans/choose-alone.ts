import type { RequestContext } from '../../request/context.js';
import { type Candidate, withDependencies } from './candidates.js';
import { isAsked, readClosure } from './closure.js';
import { MOST_STEPS } from './solve.js';
import { solveEach } from './solve-each.js';
import type { Surroundings } from './surroundings.js';

/**
 * What a plan of each mod by itself would install of it, of its files that fit, preferred ones first:
 * the first whose requirements can be met, if there is one. The statements grow with nothing, and all
 * mods together take no more steps than one plan. A mod whose requirements are a puzzle, or that has no
 * steps left, counts as one without such a file.
 */
export async function chooseAlone(
  ctx: RequestContext,
  surroundings: Surroundings,
  fittingByMod: ReadonlyMap<string, readonly Candidate[]>,
): Promise<ReadonlyMap<string, Candidate>> {
  const request = {
    ...surroundings,
    modIds: [],
    versions: [],
    artifacts: [],
    includeOptional: false,
  };
  const first = [...fittingByMod.values()].flatMap((fitting) => fitting.slice(0, 1));
  const newest = await withDependencies(ctx, first);
  // What requires nothing is what a plan takes; only of the others has it to be looked for.
  const needy = newest.filter((file) => file.dependencies.some((it) => isAsked(it, request)));
  const chosen = new Map<string, Candidate>(newest.map((file) => [file.modId, file]));
  if (needy.length === 0) return chosen;
  const selected = needy.map(({ modId }) => [modId, fittingByMod.get(modId) ?? []] as const);
  const selection = { pinned: [], candidatesByMod: new Map(selected) };
  const files = await readClosure(ctx, request, selection);
  const budget = { stepsLeft: MOST_STEPS };
  const needyMods = needy.map(({ modId }) => modId);
  const found = await solveEach(files, request, needyMods, budget);
  for (const modId of needyMods) {
    const file = found.get(modId);
    if (file) chosen.set(modId, file);
    else chosen.delete(modId);
  }
  return chosen;
}
