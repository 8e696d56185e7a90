import { type Client, type Plan, type PlanItem, ProblemError } from '@modport/client';
import type { LockedFile, LockedRequest } from './lockfile.js';
import { planOf, type ResolvedPlan, resolve } from './plan-request.js';

/** Refusals of a plan that names versions: one is no longer offered, or they are too many. */
const REFUSED_VERSIONS = new Set(['gone', 'not_found', 'invalid_input', 'validation_failed']);
/** The most mods in one request of a plan: `LIMITS.planSelectors` of the service. */
const MOST_MODS = 500;
/**
 * The most plans for one call: half of those that the service resolves in a minute without a
 * sign-in.
 */
const MOST_TRIES = 30;
/**
 * The most plans for each start of the search for a first one, so that tries remain for the rest.
 */
const MOST_REPAIRS = 8;

/** A version that a request names. */
type Pin = Pick<LockedFile, 'mod_id' | 'version_id'>;

/** A plan, and the versions that its request names besides those of the user. */
interface Found {
  readonly plan: ResolvedPlan;
  readonly pins: readonly Pin[];
}

/** Returns the plan with some versions, or a text with the ids that prevent it, if they are known. */
type Attempt = (pins: readonly Pin[]) => Promise<ResolvedPlan | string>;

/**
 * Resolves a plan that leaves the mods of `files` at their installed versions, except those that
 * must move. Selected mods come first: those of `files` stay if they can, and the other selected
 * mods get the newest versions that fit with these. Kept dependencies follow, and never change the
 * version of a selected mod. After `MOST_TRIES` plans, or for a request that is too complex, more
 * mods may move than must. Throws `plan_unsatisfiable` if no versions fit together. With
 * `isPinnedFirst`, it begins with the selected mods of `files` pinned, which is a much simpler plan
 * if they are many.
 */
export async function resolveKeeping(
  client: Client,
  request: LockedRequest,
  files: readonly LockedFile[],
  signal: AbortSignal,
  { isPinnedFirst = false } = {},
): Promise<ResolvedPlan> {
  // A mod may have several files of one version, and needs only one pin.
  const kept = [...new Map(files.map((file) => [file.mod_id, file])).values()];
  const attempt = attempts(client, request, signal);
  const selected = new Set(request.mods.map(({ mod_id }) => mod_id));
  const isSelected = ({ mod_id }: Pin) => selected.has(mod_id);
  const others = kept.filter(isSelected);
  const starts = isPinnedFirst ? [others, [], kept] : [[], others, kept];
  const start = await firstPlan(attempt, kept, starts);
  if (start === null) return resolve(client, request, signal);
  const { plan, pins } = await keep(attempt, start, others);
  const needed = pins.filter((pin) => !isSelected(pin));
  const chosen = { plan, pins: [...needed, ...plan.items.filter(isSelected)] };
  const dependencies = kept.filter((file) => !isSelected(file));
  return (await keep(attempt, chosen, dependencies)).plan;
}

/**
 * The first plan that the service finds, or null. A mod may have no version but the installed one,
 * for example if it was archived. So each refusal pins the kept mods that it names, and frees those
 * of them that were pinned.
 */
async function firstPlan(
  attempt: Attempt,
  kept: readonly Pin[],
  starts: readonly (readonly Pin[])[],
): Promise<Found | null> {
  const tried = new Set<string>();
  for (const start of starts) {
    let pins = start;
    for (let tries = 0; tries < MOST_REPAIRS; tries += 1) {
      const key = JSON.stringify(pins.map(({ mod_id }) => mod_id).toSorted());
      if (tried.has(key)) break;
      tried.add(key);
      const plan = await attempt(pins);
      if (typeof plan !== 'string') return { plan, pins };
      const toggled = new Set(pins);
      for (const file of kept) {
        if (isNamed(file, plan) && !toggled.delete(file)) toggled.add(file);
      }
      pins = [...toggled];
    }
  }
  return null;
}

/** Pins the files that a plan would move, as far as possible, until it moves no others. */
async function keep(attempt: Attempt, start: Found, files: readonly Pin[]): Promise<Found> {
  let found = start;
  let unpinned = files;
  for (;;) {
    const versions = new Map(found.plan.items.map((item) => [item.mod_id, item.version_id]));
    const isMoved = ({ mod_id, version_id }: Pin) =>
      (versions.get(mod_id) ?? version_id) !== version_id;
    const moved = unpinned.filter(isMoved);
    if (moved.length === 0) return found;
    unpinned = unpinned.filter((file) => !isMoved(file));
    found = await addPins(attempt, found, moved);
  }
}

/** Adds pins to a plan. If they are not possible together, it adds one part after the other. */
async function addPins(attempt: Attempt, found: Found, more: readonly Pin[]): Promise<Found> {
  const pins = [...found.pins, ...more];
  const plan = await attempt(pins);
  if (typeof plan !== 'string') return { plan, pins };
  if (more.length === 1) return found;
  const [first, second] = divided(more, plan);
  return addPins(attempt, await addPins(attempt, found, first), second);
}

/** Divides pins into the others and those that the text names, else into halves. */
function divided(pins: readonly Pin[], text: string): [readonly Pin[], readonly Pin[]] {
  const named = pins.filter((pin) => isNamed(pin, text));
  if (named.length > 0 && named.length < pins.length) {
    return [pins.filter((pin) => !named.includes(pin)), named];
  }
  const middle = Math.ceil(pins.length / 2);
  return [pins.slice(0, middle), pins.slice(middle)];
}

function isNamed({ mod_id, version_id }: Pin, text: string): boolean {
  return text.includes(mod_id) || text.includes(version_id);
}

/** Attempts for one request. After a number of them, all fail without a call of the service. */
function attempts(client: Client, request: LockedRequest, signal: AbortSignal): Attempt {
  let triesLeft = MOST_TRIES;
  return async (pins) => {
    const pinned = withVersions(request, pins);
    if (triesLeft === 0 || pinned.mods.length > MOST_MODS) return '';
    triesLeft -= 1;
    try {
      const plan = await planOf(client, pinned, signal);
      const hasMore = pinned.mods.length > request.mods.length;
      if (plan.status === 'resolved') return hasMore ? neededOnly(request, plan) : plan;
      return plan.conflicts.flatMap(({ mod_ids }) => mod_ids).join(' ');
    } catch (error) {
      const isRefused = error instanceof ProblemError && REFUSED_VERSIONS.has(error.code ?? '');
      if (!isRefused) throw error;
      // Other pins are hardly less complex, and each such plan takes seconds of the caller's quota.
      if (error.code === 'validation_failed') triesLeft = 0;
      return error.detail;
    }
  };
}

/** Pins mods to versions, and thereby selects them. */
function withVersions(request: LockedRequest, pins: readonly Pin[]): LockedRequest {
  const pinned = pins.map(({ mod_id, version_id }) => ({ mod_id, version_id }));
  const mods = new Map([...request.mods, ...pinned].map((one) => [one.mod_id, one]));
  return { ...request, mods: [...mods.values()] };
}

/**
 * The items that the selected mods of a request need, with their roles for that request. A plan
 * with pinned dependencies has further items, and all pinned ones have the role `selected`.
 */
function neededOnly(request: LockedRequest, found: Plan): ResolvedPlan {
  const items = new Map(found.items.map((item) => [item.item_id, item]));
  const selected = new Set(request.mods.map(({ mod_id }) => mod_id));
  const roles = new Map<string, PlanItem['role']>();
  for (const { item_id, mod_id, role } of found.items) {
    if (selected.has(mod_id) && role === 'selected') roles.set(item_id, 'selected');
  }
  const add = (id: string | null, role: 'required' | 'optional') => {
    const known = roles.get(id ?? '');
    if (id === null || known === 'selected' || known === 'required' || known === role) return;
    // The loop below visits a raised item again, because it is then the last one.
    roles.delete(id);
    roles.set(id, role);
  };
  // The loop also visits the items that it adds.
  for (const [id] of roles) {
    const own = items.get(id);
    add(own?.embedded_in ?? null, 'required');
    // All files of a version come together, also if a dependency leads to only one of them. Another
    // role than `selected` can be due to a mod that is not needed.
    const ownRole = roles.get(id) === 'optional' ? 'optional' : 'required';
    for (const { item_id, version_id, role } of found.items) {
      if (version_id !== own?.version_id || item_id === id) continue;
      add(item_id, role === 'selected' ? ownRole : 'optional');
    }
    for (const { from_item_id, kind, satisfied_by_item_id } of found.dependency_constraints) {
      if (from_item_id !== id) continue;
      if (kind === 'required') add(satisfied_by_item_id, 'required');
      if (kind === 'optional' && request.include_optional) add(satisfied_by_item_id, 'optional');
    }
  }
  const needed = found.items.map((item) => ({ ...item, role: roles.get(item.item_id) }));
  return {
    plan_id: found.plan_id,
    items: needed.filter((item): item is PlanItem => item.role !== undefined),
  };
}
