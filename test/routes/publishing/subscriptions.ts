import { beforeAll, beforeEach } from 'vitest';
import type { Actor, Creator } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import { restList, walkThrough } from '../../lists.js';
import { newGame } from '../../publishing.js';

// `useSubscriptions` sets these before the tests of each file.
export let world: World;
export let alice: Creator;
export let bob: Creator;
export const idsOf = (actor: Actor, path: string) => walkThrough(restList(actor, path), [2, 3]);

export const update = (actor: Actor, id: string, input: string) =>
  actor.graphql(
    `mutation { updateWebhookSubscription(id: "${id}", input: { ${input} }) { id url eventKinds description state } }`,
  );

/** Starts the service of a test file with the data of these tests. */
export function useSubscriptions(): void {
  world = useWorld({}, { jobs: 'when-settled' });
  beforeAll(async () => {
    await newGame(world, 'hooked');
    alice = await world.creator('alice');
    bob = await world.creator('bob');
  });
  beforeEach(() =>
    world.platform.db.webhookSubscription.updateMany({ data: { state: 'deleted' } }),
  );
}
