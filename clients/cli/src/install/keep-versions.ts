import type { LockedFile } from './lockfile.js';
import { type ResolvedPlan, resolve } from './plan-request.js';
import type { Attempt, Pin, PlanSession } from './plan-session.js';

/**
 * The most plans that `firstPlan` tries for one start, so that some of `MOST_TRIES` remain for the
 * rest of the search.
 */
const MOST_REPAIRS = 8;

/** A plan, and the pins of its request besides the versions that the user named. */
interface Found {
  readonly plan: ResolvedPlan;
  readonly pins: readonly Pin[];
}

/** The installed files whose versions a plan should keep, and the order of the search. */
export interface Kept {
  readonly files: readonly LockedFile[];
  /**
   * Whether the first plan to try pins the selected mods of `files`. With many such mods, it is
   * much simpler than a plan without pins.
   */
  readonly isPinnedFirst?: boolean;
  /**
   * Whether all mods may move to newer versions. A file then keeps its version only if no plan
   * exists otherwise. `isPinnedFirst` then has no effect.
   */
  readonly isLastResort?: boolean;
  /** Whether the plan must have all mods, except those that the service no longer offers. */
  readonly hasAll?: boolean;
  /** Whether a plan may pin a file. By default it may pin each. */
  readonly mayPin?: (pin: Pin) => Promise<boolean>;
}

/**
 * Resolves a plan in which the mods of `kept.files` keep their installed versions, except those
 * that must move.
 * - Selected mods come first: those of `kept.files` keep their versions if they can, and the others
 *   get the newest versions that fit with these.
 * - Dependencies of `kept.files` follow. They never change the version of a selected mod.
 * - After `MOST_TRIES` plans, or for a request that is too complex, more mods may move than must.
 * - The plan leaves out the optional mods of the session that no plan can contain. If `kept.files`
 *   is empty, or with `kept.hasAll`, it leaves out only those that the service no longer offers.
 * Throws `plan_unsatisfiable` if the versions of the remaining mods do not fit together, and the
 * errors of `PlanSession.attempt`.
 */
export async function resolveKeeping(session: PlanSession, kept: Kept): Promise<ResolvedPlan> {
  // A mod may have several files of one version, and needs only one pin.
  const pins = [...new Map(kept.files.map((file) => [file.mod_id, file])).values()];
  for (;;) {
    const found = await search(session, pins, kept);
    if (typeof found !== 'string') return found;
    if (kept.hasAll || !(await leaveOut(session, pins, found))) {
      return resolve(session.input.client, session.request(), session.input.signal);
    }
  }
}

/** The plan for the present request of a session, or a text with the ids that prevent it. */
async function search(
  session: PlanSession,
  kept: readonly Pin[],
  { isPinnedFirst, isLastResort, mayPin }: Kept,
): Promise<ResolvedPlan | string> {
  const { attempt } = session;
  const selected = new Set(session.request().mods.map(({ mod_id }) => mod_id));
  const isSelected = ({ mod_id }: Pin) => selected.has(mod_id);
  const others = kept.filter(isSelected);
  const starts = isPinnedFirst ? [others, [], kept] : [[], others, kept];
  const start = await firstPlan(attempt, kept, isLastResort ? [[]] : starts, mayPin);
  if (typeof start === 'string') return start;
  if (isLastResort) return start.plan;
  const { plan, pins } = await keep(attempt, start, others);
  const needed = pins.filter((pin) => !isSelected(pin));
  const chosen = { plan, pins: [...needed, ...plan.items.filter(isSelected)] };
  const dependencies = kept.filter((file) => !isSelected(file));
  return (await keep(attempt, chosen, dependencies)).plan;
}

/**
 * Sets aside the optional mods that prevent a plan. `text` has the ids that the last conflict
 * names. Returns false if `kept` is empty, or if no optional mod prevents a plan. For example, a
 * plan exists for the optional mods alone: then the mods that the user named prevent it.
 */
async function leaveOut(
  session: PlanSession,
  kept: readonly Pin[],
  text: string,
): Promise<boolean> {
  if (kept.length === 0) return false;
  const { input, attemptOptional } = session;
  const isAll = input.request.mods.every(({ mod_id }) => input.optional.has(mod_id));
  let found: ResolvedPlan | Found | string = isAll
    ? text
    : await firstPlan(attemptOptional, kept, [[], kept]);
  let isAny = false;
  // Further ones follow with one plan for each: mods that cannot stay at their versions.
  while (typeof found === 'string' && session.setAside(found)) {
    isAny = true;
    found = await attemptOptional(kept);
  }
  return isAny;
}

/**
 * The first plan that the service finds, or the text of the first conflict. It tries each list of
 * pins in `starts`. A mod may have no version but the installed one, for example if it was
 * archived. So after each conflict, it pins the kept mods that the conflict names, or unpins those
 * that were pinned.
 */
async function firstPlan(
  attempt: Attempt,
  kept: readonly Pin[],
  starts: readonly (readonly Pin[])[],
  mayPin: (pin: Pin) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Found | string> {
  const tried = new Set<string>();
  let first = '';
  for (const start of starts) {
    let pins = start;
    for (let tries = 0; tries < MOST_REPAIRS; tries += 1) {
      const key = JSON.stringify(pins.map(({ mod_id }) => mod_id).toSorted());
      if (tried.has(key)) break;
      tried.add(key);
      const plan = await attempt(pins);
      if (typeof plan !== 'string') return { plan, pins };
      first ||= plan;
      const toggled = new Set(pins);
      for (const file of kept) {
        if (!isNamed(file, plan) || toggled.delete(file)) continue;
        if (await mayPin(file)) toggled.add(file);
      }
      pins = [...toggled];
    }
  }
  return first;
}

/**
 * Pins those of `files` that the plan moves to another version, if a plan with these pins exists.
 * Repeats this until the plan moves no further ones.
 */
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

/**
 * Adds pins to a plan. If no plan has all of them, adds one part after the other, and leaves out
 * single pins that are not possible.
 */
async function addPins(attempt: Attempt, found: Found, more: readonly Pin[]): Promise<Found> {
  const pins = [...found.pins, ...more];
  const plan = await attempt(pins);
  if (typeof plan !== 'string') return { plan, pins };
  if (more.length === 1) return found;
  const [first, second] = divided(more, plan);
  return addPins(attempt, await addPins(attempt, found, first), second);
}

/**
 * Divides pins into those that the text does not name and those that it names. Divides them into
 * halves if one of these parts would be empty.
 */
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
