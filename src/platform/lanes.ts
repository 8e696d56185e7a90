import { createSemaphore } from './semaphore.js';

/** Limits the concurrency of costly work. */
export interface Lanes {
  /** Runs work when a lane is free. Returns null and runs nothing if too many callers wait. */
  run<T>(work: () => Promise<T>): Promise<T> | null;
}

/** Creates lanes: `lanes` tasks run at once, `waiting` more wait, and further ones are rejected. */
export function createLanes(options: { readonly lanes: number; readonly waiting: number }): Lanes {
  const places = createSemaphore(options.lanes);
  const isCrowded = () => places.taken() === options.lanes && places.waiting() >= options.waiting;
  return { run: (work) => (isCrowded() ? null : places.run(work)) };
}
