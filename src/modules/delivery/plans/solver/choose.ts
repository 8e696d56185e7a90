import { byMod, type FilesByMod } from './closure.js';
import { type Impossible, reasonAgainst } from './impossible.js';
import { type Following, isAsked, type PlanFile } from './plan-file.js';
import { type Assignment, solve } from './solve.js';
import { usableFiles } from './usable-files.js';

/** A chosen file, and its role. */
export interface Chosen {
  readonly file: PlanFile;
  readonly role: 'selected' | 'required' | 'optional';
}

/** The files of a plan, or the conflict that prevents one. */
export interface Choices {
  readonly chosen: readonly Chosen[];
  readonly conflict: Impossible | null;
}

/**
 * Chooses a file for each selected mod and for its requirements. Finds a solution if one exists.
 */
export function choose(
  files: FilesByMod,
  request: Following,
  modIds: readonly string[],
  pinned: readonly PlanFile[],
): Choices {
  const pinnedByMod = byMod(pinned);
  const selected = [...new Set([...modIds, ...pinnedByMod.keys()])].sort();
  const twice = selected.filter((modId) => hasTwoVersions(pinnedByMod.get(modId) ?? []));
  const usable = usableFiles(files);
  const found = twice.length ? null : solve(usable, request, selected);
  if (!found) {
    const conflict = reasonAgainst({ files, usable }, request, selected, twice);
    const named = conflict.modIds.flatMap((modId) => (files.get(modId) ?? []).slice(0, 1));
    return { chosen: named.map((file) => ({ file, role: 'required' })), conflict };
  }
  const exact = selected.flatMap((modId) => pinnedByMod.get(modId) ?? []);
  const exactIds = new Set(exact.map(({ id }) => id));
  const rest = [...found.values()].filter(({ id }) => !exactIds.has(id));
  const [isSelected, isRequired] = [new Set(selected), requiredMods(found)];
  const roleOf = ({ modId }: PlanFile): Chosen['role'] => {
    if (isSelected.has(modId)) return 'selected';
    return isRequired.has(modId) ? 'required' : 'optional';
  };
  return {
    chosen: [...exact, ...rest].map((file) => ({ file, role: roleOf(file) })),
    conflict: null,
  };
}

/** Files of one version may be installed together, files of two versions may not. */
function hasTwoVersions(pinned: readonly PlanFile[]): boolean {
  return new Set(pinned.map(({ versionId }) => versionId)).size > 1;
}

function requiredMods(found: Assignment): Set<string> {
  const asked = [...found.values()].flatMap(({ demands }) => demands);
  const required = asked.filter((it) => isAsked(it, { includeOptional: false }));
  return new Set(required.map(({ modId }) => modId));
}
