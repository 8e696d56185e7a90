/** A time in which a replica is not used, although it may pass its checks. */
export interface Pause {
  /** A read has failed. Reads that ran at the same time fail together and count once. */
  begin(): void;
  /** Whether the pause lasts. It ends by itself. */
  isOn(): boolean;
}

/**
 * The longest pause, in checks. The first failed read pauses for one check, and each further one
 * for twice as many. So a replica that passes the checks and fails the reads costs little. After a
 * time as long as this without a failure, the next pause is short again.
 */
const BEATS_MAX = 60;

/** Creates a pause that is off. */
export function createPause(beatMs: number): Pause {
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
