import type { Platform } from '../../../platform/platform.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { bucketKey } from '../../../request/admit.js';
import type { Viewer } from '../../../request/viewer.js';

/** Where a solver runs, and on whose behalf. */
export type Solver = Platform['planSolver'] & {
  /** The account or client address that the run belongs to. */
  readonly actor: string;
  /**
   * Takes thread time in advance. Resolves with what returns the time that was not used.
   * Throws `rate_limited`.
   */
  readonly reserve: (threadMs: number) => Promise<(usedMs: number) => Promise<void>>;
};

/** The members of a request context that name its caller. */
interface Caller {
  readonly platform: Pick<Platform, 'planSolver' | 'limiter' | 'keys'>;
  readonly viewer: Pick<Viewer, 'actor'>;
}

/** The unit that thread time is counted in. */
const UNIT_MS = 10;
const UNITS_PER_MINUTE = (LIMITS.planThreadSecondsPerMinute * 1000) / UNIT_MS;

/**
 * The solver of a request. Its caller has so much thread time in a minute, which one bucket counts for
 * plans and update checks together. A run needs room for all that it may use: a run with less could
 * take more than the bucket has left. Where limits are switched off, nothing is counted.
 */
export function solverOf({ platform, viewer: { actor } }: Caller): Solver {
  const { planSolver, limiter } = platform;
  if (!limiter) return { ...planSolver, actor, reserve: async () => async () => undefined };
  const bucket = {
    key: bucketKey(platform, 'plan_time', actor),
    rate: 'plan_time',
    perMinute: UNITS_PER_MINUTE,
  } as const;
  return {
    ...planSolver,
    actor,
    async reserve(threadMs) {
      const units = Math.min(UNITS_PER_MINUTE, Math.ceil(threadMs / UNIT_MS));
      const { allowed, retryAfterSeconds } = await limiter.take([{ ...bucket, units }]);
      if (!allowed) throw overShare(Math.max(1, retryAfterSeconds));
      return async (usedMs) => {
        const unused = units - Math.ceil(usedMs / UNIT_MS);
        if (unused > 0) await limiter.giveBack({ ...bucket, units: unused });
      };
    },
  };
}

/** `rate_limited`: this caller has its share of the threads. */
export function overShare(retryAfterSeconds: number): RegisteredError {
  return problem('rate_limited', { quotaBucket: 'plan_time', retryAfterSeconds });
}
