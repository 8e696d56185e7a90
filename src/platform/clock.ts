/** The time as modport sees it; tests hand in a clock that they turn by hand. */
export interface Clock {
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };
