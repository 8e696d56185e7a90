import { createSemaphore, type Semaphore } from '../../semaphore.js';

/** Limits the concurrency of work under the same name. Further work waits in order. */
export type KeyedSemaphore = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Creates named semaphores for one process. A name uses memory only while it has work. */
export function createKeyedSemaphore(atOnce: number): KeyedSemaphore {
  const rooms = new Map<string, Semaphore>();
  return async (name, work) => {
    const room = rooms.get(name) ?? createSemaphore(atOnce);
    rooms.set(name, room);
    await room.take();
    try {
      return await work();
    } finally {
      room.free();
      // Synchronous on purpose: after an await, the name might already have another semaphore in
      // use.
      if (room.taken() === 0) rooms.delete(name);
    }
  };
}
