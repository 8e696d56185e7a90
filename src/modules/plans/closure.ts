import semver from 'semver';
import type { RequestContext } from '../../request/context.js';
import type { Dependency } from '../versions/index.js';
import { type Candidate, type Choice, candidatesOf, fits, withDependencies } from './candidates.js';
import type { PlanRequest } from './plan-request.type.js';
import { byMod, type Selection } from './selectors.js';

/** The files that a plan may choose of each mod, the preferred first. */
export type FilesByMod = ReadonlyMap<string, readonly Choice[]>;

/**
 * Reads what could have a part in a plan: the files of the selected mods and, level by level, of
 * the mods that any of them asks for. Statements grow with the depth of the dependencies, not with
 * their number. A pinned mod has its pinned files alone.
 */
export async function readClosure(
  ctx: RequestContext,
  request: PlanRequest,
  { pinned, candidatesByMod }: Selection,
): Promise<FilesByMod> {
  const files = new Map<string, readonly Choice[]>();
  const pinnedMods = [...new Set(pinned.map(({ modId }) => modId))];
  let level = new Map<string, readonly Candidate[]>([
    ...[...candidatesByMod].map(([modId, all]) => [modId, preferred(all, request)] as const),
    ...byMod(pinnedMods, pinned),
  ]);
  while (level.size > 0) {
    const choices = await withDependencies(ctx, [...level.values()].flat());
    for (const modId of level.keys()) {
      files.set(
        modId,
        choices.filter((choice) => choice.modId === modId),
      );
    }
    const asked = choices.flatMap(({ dependencies }) =>
      dependencies.filter((it) => isAsked(it, request)).map(({ modId }) => modId),
    );
    const modIds = [...new Set(asked)].filter((modId) => !files.has(modId)).sort();
    const found = byMod(modIds, modIds.length ? await candidatesOf(ctx, modIds) : []);
    level = new Map([...found].map(([modId, all]) => [modId, preferred(all, request)]));
  }
  return files;
}

/** Whether a dependency asks for a further file under this request. */
export function isAsked(
  { kind }: Dependency,
  { includeOptional }: Pick<PlanRequest, 'includeOptional'>,
): boolean {
  return kind === 'required' || (kind === 'optional' && includeOptional);
}

/** What fits the request, newest first: by semver where all are, else by publication. */
function preferred(candidates: readonly Candidate[], request: PlanRequest): Candidate[] {
  const fitting = candidates.filter((candidate) => fits(candidate, request));
  if (!fitting.every(({ version }) => semver.valid(version))) return fitting;
  return fitting.sort((a, b) => semver.rcompare(a.version, b.version));
}
