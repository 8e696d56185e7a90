import { createPlaces } from './places.js';

/** Runs costly work, a little of it at a time. */
export interface Lanes {
  /** Runs work when a lane is free. Null, and nothing is run, where too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T> | null;
}

/** Makes lanes: so many run at once, so many more wait for their turn, and others are sent away. */
export function createLanes(options: { readonly lanes: number; readonly waiting: number }): Lanes {
  const places = createPlaces(options.lanes);
  const isCrowded = () => places.taken() === options.lanes && places.waiting() >= options.waiting;
  return { run: (work) => (isCrowded() ? null : places.run(work)) };
}
