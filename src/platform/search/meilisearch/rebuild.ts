import type { SearchEntry } from '../search.port.js';
import { noteComparison, noteFill, readEngineState } from './engine-state.js';
import { MeiliFailure } from './failure.js';
import { exclusively, type MeiliParts, writeTo } from './writer.js';

/** Entries per task. */
const BATCH = 250;

/** A rebuild in progress. */
export interface Rebuild {
  /** Adds entries to the new index; after a later rebuild began, to the index of that one. */
  write(entries: readonly SearchEntry[]): Promise<void>;
  /**
   * Makes the new index the live one, and deletes the former one. Throws MeiliFailure if a later
   * rebuild replaced this one.
   */
  finish(): Promise<void>;
}

/**
 * Begins to fill a new index. From then on, writers write to both, so the new one misses no write.
 * A later rebuild replaces this one. After a failure, the unfinished index stays until the next
 * rebuild.
 */
export async function beginRebuild(parts: MeiliParts): Promise<Rebuild> {
  const { db, server, names } = parts;
  const state = await readEngineState(db, names.live);
  const createdAt = await exclusively(db, async () => {
    await server.drop(names.next);
    await server.create(names.next);
    return server.createdAt(names.next);
  });
  return {
    async write(entries) {
      for (let at = 0; at < entries.length; at += BATCH) {
        const writes = entries.slice(at, at + BATCH).map((entry) => {
          return { modId: entry.modId, entry };
        });
        await exclusively(db, (tx) => writeTo(parts, tx, [names.next], writes));
      }
    },
    async finish() {
      if ((await server.createdAt(names.live)) === null) await noteFill(db, names.live);
      await exclusively(db, async () => {
        if ((await server.createdAt(names.next)) !== createdAt) {
          throw new MeiliFailure('another rebuild replaced this one', false);
        }
        await server.swap(names.live, names.next);
        await server.drop(names.next);
      });
      await noteComparison(db, names.live, state);
    },
  };
}
