import type { FilesByMod } from './closure.js';
import { clash, meets } from './meets.js';
import { type Following, isAsked } from './plan-file.js';
import { solve } from './solve.js';

/** Why no plan was found, with a minimal set of the mods that cannot go together. */
export interface Impossible {
  readonly code: 'no_compatible_version' | 'version_constraint' | 'declared_conflict';
  readonly modIds: readonly string[];
  readonly explanation: string;
}

const EXPLANATIONS = {
  no_compatible_version:
    'No published version of the mod fits the request and what others demand of it.',
  version_constraint:
    'The mods demand versions of one another, or of a third, that exclude each other.',
  declared_conflict: 'One of the mods declares that it does not work with the other.',
} as const;

/** Says which of the selected mods cannot go together, and what of theirs is in the way. */
export function reasonAgainst(
  { files, usable }: { readonly files: FilesByMod; readonly usable: FilesByMod },
  request: Following,
  selected: readonly string[],
  twice: readonly string[],
): Impossible {
  if (twice.length) return reason('version_constraint', twice);
  const core = minimalCore(selected, (modIds) => solve(usable, request, modIds) === null);
  const newest = core.flatMap((modId) => (files.get(modId) ?? []).slice(0, 1));
  if (newest.length < core.length) return reason('no_compatible_version', core);
  const says = newest.flatMap((file) => newest.map((other) => clash(file, other)?.kind));
  if (says.includes('conflict')) return reason('declared_conflict', core);
  const all = newest.flatMap(({ demands }) =>
    demands.filter((it) => isAsked(it, { includeOptional: false })),
  );
  const asked = [...new Set(all.map(({ modId }) => modId))];
  const unmet = asked.filter((modId) => {
    const own = all.filter((it) => it.modId === modId);
    return !(files.get(modId) ?? []).some((file) => own.every((it) => meets(file, it)));
  });
  const code = core.length > 1 ? 'version_constraint' : 'no_compatible_version';
  return reason(code, [...core, ...unmet]);
}

function reason(code: Impossible['code'], modIds: readonly string[]): Impossible {
  return { code, modIds: [...new Set(modIds)].sort(), explanation: EXPLANATIONS[code] };
}

/** Leaves out ever smaller groups of mods for as long as the rest is still impossible. */
function minimalCore(
  all: readonly string[],
  isImpossible: (modIds: readonly string[]) => boolean,
): readonly string[] {
  let core = all;
  for (let size = Math.ceil(all.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let at = core.length - size; at > -size; at -= size) {
      const from = Math.max(at, 0);
      const rest = [...core.slice(0, from), ...core.slice(at + size)];
      if (rest.length > 0 && rest.length < core.length && isImpossible(rest)) core = rest;
    }
  }
  return core;
}
