import { LIFECYCLES, sources } from '../../../registry/states.js';

const CYCLE = LIFECYCLES.modVersion;

/**
 * A transition of a version, for a guarded update: of two concurrent writers only one succeeds.
 * `when` is the condition on the current state. `data` has the new state, the raised revisions and
 * `updatedAt`.
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
