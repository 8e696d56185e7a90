import { LIFECYCLES, sources } from '../../../registry/states.js';

const CYCLE = LIFECYCLES.modVersion;

/**
 * A transition of a version. `when` has the states in which it may happen, for the WHERE of the
 * update. `data` has the columns that it changes: the state, the revisions and `updatedAt`. Of two
 * concurrent writers only one succeeds.
 */
export function versionStep(event: keyof typeof CYCLE.events, now: Date) {
  return {
    when: { state: { in: sources(CYCLE, event) } },
    data: {
      state: CYCLE.events[event].to,
      updatedAt: now,
      lifecycleVersion: { increment: 1 },
      revision: { increment: 1 },
    },
  };
}
