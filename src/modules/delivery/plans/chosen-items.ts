import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { type Candidate, filesById, filesWithOptional } from './candidates.js';
import type { ChosenFile } from './explain.js';
import { tooComplex } from './refusals.js';
import type { SolvedItem } from './solver/plan-program.js';

/**
 * Reads the chosen files of a plan, in the order of `items`. With `includeOptional`, the optional
 * files of each version follow its last chosen file, by id. One statement, or none. Throws
 * `service_unavailable` if a chosen file was just deleted, and `validation_failed` for too many
 * files.
 */
export async function readChosen(
  ctx: RequestContext,
  items: readonly SolvedItem[],
  includeOptional: boolean,
  ruleOf: (artifactId: string) => ChosenFile['rule'],
): Promise<ChosenFile[]> {
  const ids = items.map(({ artifactId }) => artifactId);
  const most = ids.length + LIMITS.planOptionalFiles;
  const files = includeOptional
    ? await filesWithOptional(ctx, ids, most + 1)
    : await filesById(ctx, ids);
  if (files.size > most) throw tooComplex('modIds');
  const chosen = items.map(({ artifactId, role, embeddedIn }): ChosenFile => {
    const file = files.get(artifactId);
    // The row was deleted in the meantime. A retry plans without it.
    if (!file) throw problem('service_unavailable', { retryAfterSeconds: 1 });
    return { file, role, embeddedIn, rule: ruleOf(artifactId), addedTo: null };
  });
  return withOptionalFiles(chosen, [...files.values()]);
}

/** Adds the files that are not chosen. A version that another item contains gets none. */
function withOptionalFiles(
  chosen: readonly ChosenFile[],
  files: readonly Candidate[],
): ChosenFile[] {
  const ids = new Set(chosen.map(({ file }) => file.id));
  const contained = new Set(
    chosen.flatMap(({ file, embeddedIn }) => (embeddedIn === null ? [] : [file.versionId])),
  );
  const last = new Map(chosen.map(({ file }) => [file.versionId, file.id]));
  const added = new Map<string, Candidate[]>();
  for (const file of files) {
    const to = last.get(file.versionId);
    if (to === undefined || ids.has(file.id) || contained.has(file.versionId)) continue;
    const own = added.get(to);
    if (own) own.push(file);
    else added.set(to, [file]);
  }
  return chosen.flatMap((item) => {
    const more = added.get(item.file.id) ?? [];
    return [item, ...more.map((file) => addedFile(file, item))];
  });
}

/** A request never names an added file itself, but it may name its version. */
function addedFile(file: Candidate, { file: { id }, rule }: ChosenFile): ChosenFile {
  return {
    file,
    role: 'optional',
    embeddedIn: null,
    rule: rule === 'newest_compatible' ? rule : 'exact_version',
    addedTo: id,
  };
}
