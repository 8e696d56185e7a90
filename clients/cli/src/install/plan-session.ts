import { type Client, ProblemError } from '@modport/client';
import type { LockedFile, LockedRequest } from './lockfile.js';
import { neededOnly } from './needed-items.js';
import { planOf, type ResolvedPlan } from './plan-request.js';

/** Codes of problems for a mod or a version that the service no longer offers. */
const NOT_OFFERED = new Set(['gone', 'not_found']);
/** Codes of problems for a request that names too many versions, or is too complex. */
const TOO_MUCH = new Set(['invalid_input', 'validation_failed']);
/** The most mods in one request of a plan: `LIMITS.planSelectors` of the service. */
const MOST_MODS = 500;
/**
 * The most plans of a session before all attempts fail: half of those that the service resolves in
 * a minute without a sign-in. `setAside` starts the count again.
 */
const MOST_TRIES = 30;

/** A mod, and the version that a plan must have of it. */
export type Pin = Pick<LockedFile, 'mod_id' | 'version_id'>;

/**
 * Returns a plan that has the versions of `pins`. If there is no such plan, returns a text with the
 * ids that prevent it; the text is empty if these are unknown.
 */
export type Attempt = (pins: readonly Pin[]) => Promise<ResolvedPlan | string>;

/**
 * The reason why a mod is not planned.
 * - `not_offered`: the mod or its installed version is no longer offered.
 * - `not_installable`: a mod that it needs is no longer offered, or it no longer fits other mods.
 */
export type AsideReason = 'not_offered' | 'not_installable';

/** A request of a plan, and the installed mods that the plan may leave out. */
export interface PlanInput {
  readonly client: Client;
  readonly request: LockedRequest;
  readonly signal: AbortSignal;
  /** The ids of installed mods that stay as they are if no plan can contain them. */
  readonly optional: ReadonlySet<string>;
  /** The installed files. */
  readonly installed: readonly LockedFile[];
}

/** The plans for one request, and the parts of it that the service refused. */
export interface PlanSession {
  readonly input: PlanInput;
  /** The ids of the mods that are not planned, with the reasons. */
  readonly aside: ReadonlyMap<string, AsideReason>;
  /**
   * The request without the mods of `aside`. A version that the service refused is no longer
   * pinned.
   */
  request(): LockedRequest;
  /**
   * Resolves a plan. Tries again without what the service no longer offers: without the pin of a
   * version, or without an optional mod, which it sets aside. Fails without a request after
   * `MOST_TRIES` plans, or for more than `MOST_MODS` mods. Without any mods, the plan is empty and
   * has the id ''. Throws the refusal of a mod that is not optional, or of the version that the
   * user named of it.
   */
  readonly attempt: Attempt;
  /** As `attempt`, for a request that selects only the optional mods. */
  readonly attemptOptional: Attempt;
  /**
   * Sets aside the optional mods whose ids are in the text. If some of them have an installed
   * version that is no longer offered, sets aside only these. Returns false if the text names no
   * optional mod.
   */
  setAside(text: string): boolean;
}

/** Creates the session for one request. Sends nothing yet. */
export function planSession(input: PlanInput): PlanSession {
  const { optional, installed } = input;
  const refusals = refusalsOf(input);
  const { aside, request, isRefused } = refusals;
  const budget = { triesLeft: MOST_TRIES };
  const attempt = attempts(input, refusals, budget);
  return {
    input,
    aside,
    request,
    attempt: (pins) => attempt(pins, () => true),
    attemptOptional: (pins) => attempt(pins, ({ mod_id }) => optional.has(mod_id)),
    setAside(text) {
      const named = request().mods.filter(
        ({ mod_id }) => optional.has(mod_id) && text.includes(mod_id),
      );
      const lost = new Set(installed.filter(isRefused).map(({ mod_id }) => mod_id));
      const culprits = named.filter(({ mod_id }) => lost.has(mod_id));
      for (const { mod_id } of culprits.length > 0 ? culprits : named) {
        aside.set(mod_id, lost.has(mod_id) ? 'not_offered' : 'not_installable');
      }
      // A folder may have many such mods, for example all that need one lost library.
      if (named.length > 0) budget.triesLeft = MOST_TRIES;
      return named.length > 0;
    },
  };
}

/** The parts of a request that the service refused, or that no plan can contain. */
interface Refusals {
  readonly aside: Map<string, AsideReason>;
  readonly request: () => LockedRequest;
  readonly isRefused: (pin: Pin) => boolean;
  /**
   * Records the mods and versions that a refusal names. Throws the refusal if it names no mod or
   * version of the request, or one that the plan must have.
   */
  readonly refuse: (error: ProblemError, sent: LockedRequest) => void;
}

function refusalsOf({ request, optional }: PlanInput): Refusals {
  const refused = new Set<string>();
  const aside = new Map<string, AsideReason>();
  return {
    aside,
    request: () => ({
      ...request,
      mods: request.mods
        .filter(({ mod_id }) => !aside.has(mod_id))
        .map((one) => (refused.has(one.version_id ?? '') ? { ...one, version_id: null } : one)),
    }),
    isRefused: ({ mod_id, version_id }) => refused.has(mod_id) || refused.has(version_id),
    refuse(error, sent) {
      const named = sent.mods.filter(({ mod_id, version_id }) =>
        [mod_id, version_id].some((id) => id !== null && error.detail.includes(id)),
      );
      if (named.length === 0) throw error;
      for (const { mod_id, version_id } of named) {
        const isMod = version_id === null || error.detail.includes(mod_id);
        const own = request.mods.find((one) => one.mod_id === mod_id);
        if (own && !optional.has(mod_id) && (isMod || version_id === own.version_id)) throw error;
        refused.add(isMod ? mod_id : version_id);
        if (isMod && own) aside.set(mod_id, 'not_offered');
      }
    },
  };
}

/** Returns attempts that select only the mods for which `isIn` is true. */
function attempts(
  { client, signal }: PlanInput,
  { aside, request, isRefused, refuse }: Refusals,
  budget: { triesLeft: number },
) {
  return async (
    pins: readonly Pin[],
    isIn: (mod: LockedRequest['mods'][number]) => boolean,
  ): Promise<ResolvedPlan | string> => {
    // Each refusal leaves out another part of the request, so that the loop ends.
    for (;;) {
      const whole = request();
      const selected = { ...whole, mods: whole.mods.filter(isIn) };
      if (selected.mods.length === 0) return { plan_id: '', items: [] };
      const isPlanned = (pin: Pin) => !aside.has(pin.mod_id) && !isRefused(pin);
      const pinned = withVersions(selected, pins.filter(isPlanned));
      if (budget.triesLeft === 0 || pinned.mods.length > MOST_MODS) return '';
      try {
        const plan = await planOf(client, pinned, signal);
        budget.triesLeft -= 1;
        const hasMore = pinned.mods.length > selected.mods.length;
        if (plan.status === 'resolved') return hasMore ? neededOnly(selected, plan) : plan;
        return plan.conflicts.flatMap(({ mod_ids }) => mod_ids).join(' ');
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        if (NOT_OFFERED.has(error.code ?? '')) refuse(error, pinned);
        else if (TOO_MUCH.has(error.code ?? '')) {
          // Other pins are hardly less complex, and each plan takes seconds of the caller's quota.
          budget.triesLeft = error.code === 'validation_failed' ? 0 : budget.triesLeft - 1;
          return error.detail;
        } else throw error;
      }
    }
  };
}

/** Pins mods to versions. A pin also selects its mod, and replaces an earlier pin of it. */
function withVersions(request: LockedRequest, pins: readonly Pin[]): LockedRequest {
  const pinned = pins.map(({ mod_id, version_id }) => ({ mod_id, version_id }));
  const mods = new Map([...request.mods, ...pinned].map((one) => [one.mod_id, one]));
  return { ...request, mods: [...mods.values()] };
}
