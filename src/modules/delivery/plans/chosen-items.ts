import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { type Candidate, filesById, filesWithOptional } from './candidates.js';
import type { ChosenFile } from './explain.js';
import { tooComplex } from './refusals.js';
import { meets } from './solver/meets.js';
import type { Demand } from './solver/plan-file.js';
import type { SolvedConstraint, SolvedPlan } from './solver/plan-program.js';

/**
 * Reads the chosen files of a plan, in the order of `items`. With `includeOptional`, the optional
 * files of each version follow its last chosen file, by id. Those with which an item conflicts are
 * left out. One statement, or none for no items. Throws `service_unavailable` if a chosen file was
 * just deleted, and `validation_failed` for too many files.
 */
export async function readChosen(
  ctx: RequestContext,
  { items, constraints }: Pick<SolvedPlan, 'items' | 'constraints'>,
  includeOptional: boolean,
  ruleOf: (artifactId: string) => ChosenFile['rule'],
): Promise<ChosenFile[]> {
  const ids = items.map(({ artifactId }) => artifactId);
  const most = ids.length + LIMITS.planOptionalFiles;
  const files = includeOptional
    ? await filesWithOptional(ctx, ids, most + 1)
    : await filesById(ctx, ids);
  if (files.size > most) throw tooComplex('modIds');
  const chosen = items.map(({ artifactId, role, embeddedIn, addedTo }): ChosenFile => {
    const file = files.get(artifactId);
    // The row was deleted in the meantime. A retry plans without it.
    if (!file) throw problem('service_unavailable', { retryAfterSeconds: 1 });
    const rule = addedTo === null ? ruleOf(artifactId) : addedRule(ruleOf(addedTo));
    return { file, role, embeddedIn, rule, addedTo };
  });
  return withOptionalFiles(chosen, [...files.values()], constraints);
}

/**
 * Adds each of `files` that is not chosen after the last chosen file of its version. A version gets
 * none if other items contain all its chosen files.
 */
function withOptionalFiles(
  chosen: readonly ChosenFile[],
  files: readonly Candidate[],
  constraints: readonly SolvedConstraint[],
): ChosenFile[] {
  const find = finderByFile(constraints);
  const ids = new Set(chosen.map(({ file }) => file.id));
  const installed = new Set(
    chosen.flatMap(({ file, embeddedIn }) => (embeddedIn === null ? [file.versionId] : [])),
  );
  const last = new Map(chosen.map(({ file }) => [file.versionId, file.id]));
  const added = new Map<string, Candidate[]>();
  for (const file of files) {
    const to = last.get(file.versionId);
    if (to === undefined || ids.has(file.id) || !installed.has(file.versionId)) continue;
    if (find(file, 'conflict')) continue;
    const own = added.get(to);
    if (own) own.push(file);
    else added.set(to, [file]);
  }
  return chosen.flatMap((item) => {
    const more = added.get(item.file.id) ?? [];
    return [item, ...more.map((file) => addedFile(file, item, find(file, 'embedded')))];
  });
}

/**
 * Returns a function that finds the first dependency of a kind whose `artifactId` is that of a
 * file, and whose other parts the file meets.
 */
function finderByFile(constraints: readonly SolvedConstraint[]) {
  const byFile = new Map<string, SolvedConstraint[]>();
  for (const it of constraints) {
    const { artifactId } = it.demand;
    if (artifactId === null) continue;
    const known = byFile.get(artifactId);
    if (known) known.push(it);
    else byFile.set(artifactId, [it]);
  }
  return (file: Candidate, kind: Demand['kind']) =>
    byFile.get(file.id)?.find(({ demand }) => demand.kind === kind && meets(file, demand));
}

/**
 * An optional file that follows a chosen one. `embedded` is the dependency by which another item
 * contains it, if any.
 */
function addedFile(
  file: Candidate,
  { file: { id }, rule, addedTo }: ChosenFile,
  embedded: SolvedConstraint | undefined,
): ChosenFile {
  return {
    file,
    role: 'optional',
    embeddedIn: embedded?.fromArtifactId ?? null,
    rule: addedRule(rule),
    addedTo: addedTo ?? id,
  };
}

/**
 * The rule of an added file, from the rule of the file that it follows. A request never names an
 * added file itself, but it may name its version.
 */
function addedRule(rule: ChosenFile['rule']): ChosenFile['rule'] {
  return rule === 'newest_compatible' ? rule : 'exact_version';
}

/**
 * Sets `metBy` of each dependency that names exactly an added file, except a conflict, to that
 * file.
 */
export function markMetByAdded(
  constraints: readonly SolvedConstraint[],
  chosen: readonly ChosenFile[],
): SolvedConstraint[] {
  const added = new Set(chosen.flatMap(({ file, addedTo }) => (addedTo === null ? [] : [file.id])));
  return constraints.map((it) => {
    const { kind, artifactId } = it.demand;
    const isNamed = kind !== 'conflict' && artifactId !== null && added.has(artifactId);
    return isNamed ? { ...it, metBy: artifactId } : it;
  });
}
