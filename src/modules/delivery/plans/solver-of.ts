import type { Platform } from '../../../platform/platform.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { bucketKey } from '../../../request/admit.js';
import type { Viewer } from '../../../request/viewer.js';

/** The threads of a solver, and the caller who pays for them. */
export type Solver = Platform['planSolver'] & {
  /** The account or client address of the run. */
  readonly actor: string;
  /**
   * Takes thread time in advance. Resolves with a function that returns unused time. Throws
   * `rate_limited`.
   */
  readonly reserve: (threadMs: number) => Promise<(usedMs: number) => Promise<void>>;
};

/** The parts of a request context that identify its caller. */
interface Caller {
  readonly platform: Pick<Platform, 'planSolver' | 'limiter' | 'keys'>;
  readonly viewer: Pick<Viewer, 'actor'>;
}

/** The unit of thread time. */
const UNIT_MS = 10;
const UNITS_PER_MINUTE = (LIMITS.planThreadSecondsPerMinute * 1000) / UNIT_MS;

/**
 * Returns the solver of a request. One bucket limits the caller's thread time per minute, for plans
 * and update checks together. A run reserves its maximum: otherwise it could use more than the
 * bucket has left. Without a limiter, it counts nothing.
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

/** `rate_limited`: the caller has reached their thread quota. */
export function overShare(retryAfterSeconds: number): RegisteredError {
  return problem('rate_limited', { quotaBucket: 'plan_time', retryAfterSeconds });
}
