/** The source of the current time. Tests pass a clock that they set by hand. */
export interface Clock {
  now(): Date;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() };
