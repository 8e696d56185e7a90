import type { RequestContext } from '../../request/context.js';
import type { Dependency } from '../versions/index.js';
import {
  type Candidate,
  type Choice,
  candidatesOf,
  modsWithin,
  withDependencies,
} from './candidates.js';
import type { PlanRequest } from './plan-request.type.js';
import { preferred } from './preferred.js';
import { byMod, type Selection } from './selectors.js';

/** The files that a plan may choose of each mod, the preferred first. */
export type FilesByMod = ReadonlyMap<string, readonly Choice[]>;

/**
 * Reads what could have a part in a plan: the files of the selected mods and, step by step, of the
 * mods that any of them asks for. Four statements, however many there are and however deep they lie.
 * A pinned mod has its pinned files alone.
 */
export async function readClosure(
  ctx: RequestContext,
  request: PlanRequest,
  { pinned, candidatesByMod }: Selection,
): Promise<FilesByMod> {
  const pinnedMods = [...new Set(pinned.map(({ modId }) => modId))];
  const selected = new Map<string, readonly Candidate[]>([
    ...[...candidatesByMod].map(([modId, all]) => [modId, preferred(all, request)] as const),
    ...byMod(pinnedMods, pinned),
  ]);
  const choices = await withDependencies(ctx, [...selected.values()].flat());
  const asked = askedBy(choices, request).filter((modId) => !selected.has(modId));
  const further = await readFurther(ctx, request, asked);
  const files = new Map<string, readonly Choice[]>();
  let step: FilesByMod = byMod([...selected.keys()], choices);
  while (step.size > 0) {
    for (const [modId, own] of step) files.set(modId, own);
    const next = askedBy([...step.values()].flat(), request).filter((modId) => !files.has(modId));
    step = new Map(next.map((modId) => [modId, further.get(modId) ?? []]));
  }
  return files;
}

/** The files of some mods and of all that these may come to ask for, which can be more than are. */
async function readFurther(
  ctx: RequestContext,
  request: PlanRequest,
  asked: readonly string[],
): Promise<FilesByMod> {
  if (asked.length === 0) return new Map();
  const kinds = request.includeOptional
    ? (['required', 'optional'] as const)
    : (['required'] as const);
  const modIds = await modsWithin(ctx, asked, kinds, request);
  const found = byMod(modIds, await candidatesOf(ctx, modIds, request));
  const fitting = [...found.values()].flatMap((all) => preferred(all, request));
  return byMod(modIds, await withDependencies(ctx, fitting));
}

/** The mods that some files ask for, each once, in the order of their ids. */
function askedBy(choices: readonly Choice[], request: PlanRequest): string[] {
  const asked = choices.flatMap(({ dependencies }) =>
    dependencies.filter((it) => isAsked(it, request)).map(({ modId }) => modId),
  );
  return [...new Set(asked)].sort();
}

/** Whether a dependency asks for a further file under this request. */
export function isAsked(
  { kind }: Dependency,
  { includeOptional }: Pick<PlanRequest, 'includeOptional'>,
): boolean {
  return kind === 'required' || (kind === 'optional' && includeOptional);
}
