import type { SearchEntry } from '../search.port.js';
import { noteComparison, noteFill, readEngineState } from './engine-state.js';
import { MeiliFailure } from './failure.js';
import { type IndexLease, waitForLease } from './lease.js';
import { exclusively, type MeiliParts, writeTo } from './writer.js';

/** Entries per task. */
const BATCH = 250;

/** A rebuild in progress. Its functions throw MeiliFailure if a later one replaced it. */
export interface Rebuild {
  /** Adds entries to the new index. */
  write(entries: readonly SearchEntry[]): Promise<void>;
  /** Makes the new index the live one, and deletes the former one. */
  finish(): Promise<void>;
}

/** A rebuild with a lease of its own. */
export interface OwnRebuild extends Rebuild {
  /** Lets other processes fill, compare and rebuild the index. Call it in every case. */
  release(): Promise<void>;
}

/** Begins a rebuild as soon as no other process fills, compares or rebuilds the index. */
export async function beginOwnRebuild(parts: MeiliParts): Promise<OwnRebuild> {
  const lease = await waitForLease(parts.db, parts.names.live);
  try {
    return { ...(await beginRebuild(parts, lease)), release: lease.release };
  } catch (error) {
    await lease.release();
    throw error;
  }
}

/**
 * Begins to fill a new index under the lease of the index, and renews the lease with each batch.
 * From then on, writers write to both indexes, so the new one misses no write. A rebuild whose
 * lease expired is replaced by the next one. After a failure, the unfinished index stays until the
 * next rebuild.
 */
export async function beginRebuild(parts: MeiliParts, lease: IndexLease): Promise<Rebuild> {
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
        await lease.renew();
        await exclusively(db, (tx) => writeTo(parts, tx, [names.next], writes));
      }
    },
    async finish() {
      await lease.renew();
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
