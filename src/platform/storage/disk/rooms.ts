import { createPlaces, type Places } from '../../places.js';

/** Does works of the same name, so many at once; the others wait in the order of asking. */
export type Rooms = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Rooms for one process; a name takes memory only while somebody works or waits under it. */
export function createRooms(atOnce: number): Rooms {
  const rooms = new Map<string, Places>();
  return async (name, work) => {
    const room = rooms.get(name) ?? createPlaces(atOnce);
    rooms.set(name, room);
    await room.take();
    try {
      return await work();
    } finally {
      room.free();
      // At once: a step later the name might have another room, with others in it.
      if (room.taken() === 0) rooms.delete(name);
    }
  };
}
