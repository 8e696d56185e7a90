/** A time in which a replica is not used, although it may pass its checks. */
export interface Hold {
  /** A read has failed. Reads that ran at the same time fail together and count once. */
  begin(): void;
  isOn(): boolean;
}

/**
 * For how many checks a failed read holds at most. The first one holds for one check, and each further
 * one for twice as many. So a replica that passes the checks and fails the reads costs little.
 */
const BEATS_MAX = 60;

/** Creates a hold that is off. */
export function createHold(beatMs: number): Hold {
  const longestMs = BEATS_MAX * beatMs;
  let until = Number.NEGATIVE_INFINITY;
  let lastMs = 0;
  return {
    begin() {
      const now = performance.now();
      if (now < until) return;
      lastMs = now - until < longestMs ? Math.min(2 * lastMs, longestMs) : beatMs;
      until = now + lastMs;
    },
    isOn: () => performance.now() < until,
  };
}
