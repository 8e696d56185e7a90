import type { Happened } from '../report.js';
import type { Checked } from './check.js';

/** Every request must end within this time, regardless of what is broken. */
export const REQUEST_LIMIT_MS = 30_000;

/** An action that a client gave up after its retries, because the service was out. */
export interface Outage {
  readonly caller: string;
  readonly error: string;
  readonly atMs: number;
}

/** How the actions of all clients ended. */
export interface Actions {
  readonly done: number;
  /** Errors that no good client expects. */
  readonly failures: readonly string[];
  readonly outages: readonly Outage[];
}

/** No action fails for good, and clients give up only during a fault or directly after it. */
export function checkActions(
  { done, failures, outages }: Actions,
  happened: readonly Happened[],
): Checked {
  const isExcused = ({ atMs }: Outage) =>
    happened.some(({ beginMs, recoveredMs }) => {
      // A fault without a recovery is a violation of its own.
      const endMs = recoveredMs === null ? Number.POSITIVE_INFINITY : recoveredMs;
      // The last attempt of an action may have begun just before the recovery.
      return atMs >= beginMs && atMs <= endMs + REQUEST_LIMIT_MS;
    });
  const late = outages
    .filter((outage) => !isExcused(outage))
    .map(
      ({ caller, error, atMs }) => `${new Date(atMs).toISOString()} ${caller} gave up: ${error}`,
    );
  return {
    promise: 'no action of a good client fails for good outside of a fault',
    facts: done,
    violations: [...failures, ...late],
  };
}

/** Adds a violation to a check that compared nothing: it proves nothing. */
export function withEvidence(checked: Checked): Checked {
  if (checked.facts > 0) return checked;
  const violations = [...checked.violations, `nothing to compare: ${checked.promise}`];
  return { ...checked, violations };
}
