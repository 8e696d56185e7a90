import { beforeAll } from 'vitest';
import type { Actor, Creator, Json } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import { bareMod, newGame, newModerator, quarantinedVersion } from '../../publishing.js';

export const ENTRY = `id state reasons lifecycleStatus since filename sizeBytes version modId modTitle scan
  expectedSha256 creator { username } holder { username } heldUntil decidedBy { username } decidedAt
  notes { text author { username } } supportCorrelationId`;

// `useReviews` sets these before the tests of each file.
export let world: World;
export let alice: Creator;
export let mary: Creator;
export let mike: Creator;
export let root: Creator;
export let modId: string;
/** Versions of a mod differ, and files have different bytes. */
let count = 0;

/** An upload that waits for a moderator. */
export const waiting = async (mod = modId) => {
  count += 1;
  return quarantinedVersion(world, alice, mod, `${count}.0.0`);
};

/** Runs one field and returns its value or its error code. */
export const ask = async (actor: Actor, field: string): Promise<Json> => {
  const { body } = await actor.graphql(
    `${field.startsWith('list') || field.startsWith('upload') ? '' : 'mutation '}{ r: ${field} }`,
  );
  return body.errors ? body.errors[0].extensions.code : body.data.r;
};

export const act = (actor: Actor, verb: string, id: string, more = '') =>
  ask(
    actor,
    `${verb}(id: "${id}"${more}) { ${/^(approve|reject)/.test(verb) ? 'lifecycleStatus' : ENTRY} }`,
  );

export const review = async (id: string) => (await alice.get(`/uploads/${id}/review`)).body.data;

export const auditOf = (targetId: string) =>
  world.platform.db.auditEntry.findMany({
    where: { targetId },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  });

/** Starts the service of a test file with the data of these tests. */
export function useReviews(): void {
  world = useWorld();
  // Test files that run in one process share this module.
  count = 0;
  beforeAll(async () => {
    await newGame(world, 'queue');
    alice = await world.creator('alice');
    mary = await newModerator(world, 'mary');
    mike = await newModerator(world, 'mike');
    root = await newModerator(world, 'root');
    await world.platform.db.user.update({ where: { id: root.userId }, data: { role: 'admin' } });
    modId = (await bareMod(alice, 'queue')).id;
  });
}
