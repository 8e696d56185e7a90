/** The state of the primary at one time. */
export interface Sample {
  /** The transactions that were visible, as `xmin:xmax:xip`. */
  readonly snapshot: string;
  /** A position in the log after all of them, as `X/Y`. */
  readonly lsn: string;
  /** In milliseconds of a clock that never jumps. */
  readonly takenAt: number;
}

/** The newest state of the primary that a replica surely contains. */
export interface Horizon {
  /** Adds a later state of the primary. */
  add(sample: Sample): void;
  /** The replica has applied the log up to this position, which may be lower than before. */
  replayed(lsn: string): void;
  /** Null until the replica has reached a sample, and again if it falls back below it. */
  reached(): Sample | null;
  /** Forgets everything, because another replica may respond from now on. */
  reset(): void;
}

/** Samples that a replica has not reached: ten minutes of one per second. */
const SAMPLES_MAX = 600;

/** Creates an empty horizon. */
export function createHorizon(): Horizon {
  let waiting: Sample[] = [];
  let reached: Sample | null = null;
  return {
    add(sample) {
      waiting.push(sample);
      // The oldest one stays: a replica that is further behind reaches it first.
      if (waiting.length > SAMPLES_MAX) waiting.splice(1, 1);
    },
    replayed(lsn) {
      const position = positionOf(lsn);
      // Another server responds, or it restarted from an older state.
      if (reached && position < positionOf(reached.lsn)) reached = null;
      reached = waiting.findLast((sample) => positionOf(sample.lsn) <= position) ?? reached;
      waiting = waiting.filter((sample) => positionOf(sample.lsn) > position);
    },
    reached: () => reached,
    reset() {
      waiting = [];
      reached = null;
    },
  };
}

function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
