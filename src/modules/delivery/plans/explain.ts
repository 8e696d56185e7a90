import { shown } from '../../../registry/details.js';
import type { RequestContext } from '../../../request/context.js';
import type { Texts } from '../../../request/scalars.js';
import type { Candidate } from './candidates.js';
import type { PlanRequest } from './plan-request.js';
import type { Blocker, Step } from './solver/blockers.js';
import type { Impossible } from './solver/impossible.js';
import type { Lowered } from './solver/lowered.js';
import { meets } from './solver/meets.js';
import type { NamedFile } from './solver/plan-file.js';
import type { SolvedItem, SolvedPlan } from './solver/plan-program.js';

/** A file of a plan, and the rule that chose it. */
export interface ChosenFile extends Pick<SolvedItem, 'role' | 'embeddedIn'> {
  readonly file: Candidate;
  readonly rule: 'exact_artifact' | 'exact_version' | 'newest_compatible';
  /**
   * The chosen file of the same version that this optional file follows; null for all other files.
   */
  readonly addedTo: string | null;
}

/** The names of mods in explanations, by id. */
export type ModNames = ReadonlyMap<string, string>;

/** Reads the names of mods; one statement, or none. Mods that are not public have no name. */
export async function readModNames(
  { platform }: RequestContext,
  modIds: readonly string[],
): Promise<ModNames> {
  if (modIds.length === 0) return new Map();
  const mods = await platform.db.mod.findMany({
    where: { id: { in: [...modIds] }, state: { in: ['published', 'archived'] } },
    select: { id: true, slug: true, title: true },
  });
  return new Map(mods.map(({ id, slug, title }) => [id, nameOf(title as Texts, slug)]));
}

/** A mod as an explanation names it: the title in English, else in any language, and the slug. */
export function nameOf(title: Texts, slug: string): string {
  const first = Object.keys(title).sort()[0];
  const text = title['en'] ?? (first === undefined ? undefined : title[first]) ?? slug;
  return `"${shown(text)}" (${slug})`;
}

/**
 * The name of a mod with an optional range. A mod that is not public gets its id, and the remark
 * that it is not available.
 */
export function nameIn(names: ModNames, modId: string, range = ''): string {
  const name = names.get(modId);
  const full = [name ?? `the mod ${modId}`, range].filter(Boolean).join(' ');
  return name === undefined ? `${full}, which is not available` : full;
}

/** The maximum number of demands, or of mods, in one explanation. */
const MOST_NAMED = 10;

const VERBS = {
  required: 'requires',
  optional: 'works only with',
  conflict: 'conflicts with',
  embedded: 'contains',
} as const satisfies Readonly<Record<Blocker['demand']['kind'], string>>;

/**
 * The ids of the mods whose names the explanations of a plan need, except those of the mods of its
 * items.
 */
export function namedMods(
  { conflict, lowered, constraints }: SolvedPlan,
  items: readonly ChosenFile[],
): string[] {
  const own = new Set(items.map(({ file }) => file.modId));
  const blockers = [...lowered.map(({ blocker }) => blocker), ...(conflict?.blockers ?? [])];
  const contained = constraints.filter(({ demand, metBy }) => metBy && !own.has(demand.modId));
  const named = [
    ...(conflict?.modIds ?? []),
    ...contained.map(({ demand }) => demand.modId),
    ...lowered.flatMap(({ requires }) => requires.slice(0, MOST_NAMED)),
    ...blockers.flatMap((it) => (it ? [...coreOf(it), ...it.via] : [])).flatMap(modsOf),
  ];
  return [...new Set(named)];
}

/** The dependency of a blocker, and the one that supplies the excluded content, if any. */
function coreOf({ file, demand, content }: Blocker): Step[] {
  return [{ file, demand }, ...(content ? [content] : [])];
}

function modsOf({ file, demand }: Step): string[] {
  return [file.modId, demand.modId];
}

/** Says why no plan exists, with the mods, their ranges and the filters of the request. */
export function explainConflict(
  { code, modIds, withoutFile, twice, blockers }: Impossible,
  names: ModNames,
  request: PlanRequest,
): string {
  const filters = filtersOf(request);
  if (twice.length > 0) {
    return `The request names several versions of one mod: ${listed(twice.map((it) => versionOf(it, names)))}. A plan installs one version of a mod.`;
  }
  if (withoutFile.length > 0) {
    const mods = listed(withoutFile.map((modId) => nameIn(names, modId)));
    return `No published version fits the request (${filters}): ${mods}.`;
  }
  if (blockers.length === 0) {
    const mods = listed(modIds.map((modId) => nameIn(names, modId)));
    return `No choice of versions that fit the request (${filters}) works together: ${mods}.`;
  }
  // The reasons come first, because a text has no room for all steps of a long chain.
  const steps = [...blockers.flatMap(coreOf), ...blockers.flatMap(({ via }) => via)];
  const says = listed(steps.map((it) => demandOf(it, names)));
  const end =
    code === 'declared_conflict'
      ? 'No other versions that fit the request'
      : 'No versions that fit the request';
  return `${says}. ${end} (${filters}) work together.`;
}

/** Says why an item is not the newest version that fits the request. */
export function explainLowered(
  { newestVersion, blocker, requires }: Lowered,
  names: ModNames,
): string {
  const newest = `The newest version that fits the request is ${shown(newestVersion)}`;
  if (!blocker) {
    const mods = listed(requires.map((modId) => nameIn(names, modId)));
    return mods === ''
      ? `${newest}, but it does not work with the other items of the plan.`
      : `${newest}, but it requires ${mods}, which does not work with the other items of the plan.`;
  }
  const hasName = names.has(blocker.demand.modId);
  const end =
    blocker.code === 'no_compatible_version' && hasName
      ? ', of which no version fits the request'
      : '';
  const reason = coreOf(blocker).map((it) => demandOf(it, names));
  return `${newest}, but ${reason.join(', and ')}${end}.`;
}

/** Says that an item contains a mod that another item demands. */
export function explainEmbedded(mod: string, container: string): string {
  return `${container} contains ${mod}, so the plan does not install it separately.`;
}

const NEEDS_INCLUDE_OPTIONAL =
  ', an optional file, which a plan contains only with include_optional or if the request names it in artifacts';

function demandOf({ file, demand }: Step, names: ModNames): string {
  const { kind, versionConstraint, versionId, artifactId, optionalFile } = demand;
  const exact = artifactId ?? versionId;
  const isMissing =
    optionalFile?.isOffered && !optionalFile.isEnough && meets(optionalFile, demand);
  const missing = isMissing ? NEEDS_INCLUDE_OPTIONAL : '';
  const range = [
    versionConstraint && shown(versionConstraint),
    exact && `(exactly ${exact}${missing})`,
  ]
    .filter(Boolean)
    .join(' ');
  return `${versionOf(file, names)} ${VERBS[kind]} ${nameIn(names, demand.modId, range)}`;
}

function versionOf({ modId, version }: Pick<NamedFile, 'modId' | 'version'>, names: ModNames) {
  return `${names.get(modId) ?? `the mod ${modId}`} ${shown(version)}`;
}

function filtersOf({ gameVersion, loader, platform, releaseChannel }: PlanRequest): string {
  return [
    gameVersion && `game version ${gameVersion}`,
    loader && `loader ${shown(loader)}`,
    platform && `platform ${shown(platform)}`,
    `release channel ${releaseChannel}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function listed(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  const more = distinct.length - MOST_NAMED;
  const first = distinct.slice(0, MOST_NAMED).join('; ');
  return more > 0 ? `${first}; and ${more} more` : first;
}
