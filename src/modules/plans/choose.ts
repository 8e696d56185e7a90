import type { RequestContext } from '../../request/context.js';
import type { Choice } from './candidates.js';
import { type FilesByMod, isAsked, readClosure } from './closure.js';
import { type Impossible, reasonAgainst } from './impossible.js';
import type { PlanRole } from './plan.type.js';
import type { PlanRequest } from './plan-request.type.js';
import type { Selection } from './selectors.js';
import { type Assignment, solve } from './solve.js';

/** A chosen file, and why and by which rule it was chosen. */
export interface Chosen {
  readonly file: Choice;
  readonly role: PlanRole;
  readonly rule: 'exact_artifact' | 'exact_version' | 'newest_compatible';
}

/** The files of a plan, or the files that stand against one another and why. */
export interface Choices {
  readonly chosen: readonly Chosen[];
  readonly conflicts: readonly Impossible[];
}

/**
 * Chooses a file for each selected mod and for what they require; if there is any way to install
 * the selected mods together, it is found. Throws `service_unavailable` for a request that cannot
 * be decided within bounds.
 */
export async function choose(
  ctx: RequestContext,
  request: PlanRequest,
  selection: Selection,
): Promise<Choices> {
  const files = await readClosure(ctx, request, selection);
  const pinnedMods = selection.pinned.map(({ modId }) => modId);
  const selected = [...new Set([...selection.candidatesByMod.keys(), ...pinnedMods])].sort();
  const twice = selected.filter((modId) => hasTwoVersions(selection, modId));
  const found = twice.length ? null : solve(files, request, selected);
  const ruled = (file: Choice): Chosen => ({
    file,
    role: selected.includes(file.modId) ? 'selected' : 'required',
    rule: ruleOf(file, request, selection),
  });
  if (found) {
    const pinned = selected.flatMap((modId) => pinnedFiles(files, selection, modId));
    const rest = [...found.values()].filter((file) => !pinned.some((it) => it.id === file.id));
    const required = requiredMods(found);
    const roleOf = (it: Chosen): Chosen =>
      it.role === 'required' && !required.has(it.file.modId) ? { ...it, role: 'optional' } : it;
    return { chosen: [...pinned, ...rest].map(ruled).map(roleOf), conflicts: [] };
  }
  const reason = reasonAgainst(files, request, selected, twice);
  const named = reason.modIds.flatMap((modId) => (files.get(modId) ?? []).slice(0, 1));
  return { chosen: named.map(ruled), conflicts: [reason] };
}

/** A version and its further files go together; two versions of one mod never do. */
function hasTwoVersions({ pinned }: Selection, modId: string): boolean {
  const own = pinned.filter((file) => file.modId === modId);
  return new Set(own.map(({ versionId }) => versionId)).size > 1;
}

function pinnedFiles(files: FilesByMod, { pinned }: Selection, modId: string): Choice[] {
  const ids = new Set(pinned.map(({ id }) => id));
  return (files.get(modId) ?? []).filter(({ id }) => ids.has(id));
}

function ruleOf(file: Choice, request: PlanRequest, { pinned }: Selection): Chosen['rule'] {
  if (!pinned.some(({ id }) => id === file.id)) return 'newest_compatible';
  return request.artifacts.includes(file.id) ? 'exact_artifact' : 'exact_version';
}

function requiredMods(found: Assignment): Set<string> {
  const asked = [...found.values()].flatMap(({ dependencies }) => dependencies);
  const required = asked.filter((it) => isAsked(it, { includeOptional: false }));
  return new Set(required.map(({ modId }) => modId));
}
