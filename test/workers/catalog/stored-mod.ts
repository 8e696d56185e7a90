import { beforeAll } from 'vitest';
import { enqueue } from '../../../src/platform/queue/queue.port.js';
import type { JobKind } from '../../../src/registry/jobs.js';
import type { Creator } from '../../actors.js';
import type { World } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { storedMod } from '../../stored-versions.js';

/** A mod of a test file and its owner, who exist when the first test begins. */
export interface StoredMod {
  readonly alice: Creator;
  readonly modId: string;
  /** Returns a new version of the mod at each call. */
  nextVersion(): { readonly version: string };
}

/** Creates a game with one mod for the tests of one file. */
export function useStoredMod(world: World, game: string): StoredMod {
  let alice: Creator;
  let modId: string;
  let count = 0;
  beforeAll(async () => {
    await newGame(world, game);
    alice = await world.creator('alice');
    modId = await storedMod(world, alice, game);
  });
  return {
    get alice() {
      return alice;
    },
    get modId() {
      return modId;
    },
    nextVersion() {
      count += 1;
      return { version: `${count}.0.0` };
    },
  };
}

/** Runs a periodic job at the current time of the clock. */
export async function runJob(world: World, kind: JobKind): Promise<void> {
  await enqueue(world.platform.db, { kind, payload: {} });
  await world.settled();
}
