import { afterEach, beforeAll, expect } from 'vitest';
import type { GrantState } from '../../../src/platform/database/generated/enums.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Actor, Creator, Json } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import { archiveOf, draftMod, newGame, publishedVersion } from '../../publishing.js';

export const GRANT_SECONDS = LIMITS.grantLifetimeSeconds;
export const bytes = new Uint8Array(archiveOf('bytes to be fetched '.repeat(100)));

// `useFallbacks` sets these before the tests of each file.
export let world: World;
export let alice: Creator;
export let modId: string;
export let artifactId: string;
export let paidId: string;

/** Starts the service of a test file with a mirror, a public file and a paid file. */
export function useFallbacks(): void {
  world = useWorld({ MIRROR: 'disk' }, { jobs: 'when-settled' });
  beforeAll(async () => {
    await newGame(world, 'fallback');
    alice = await world.creator('alice');
    modId = (await draftMod(alice, 'fallback')).id;
    ({ artifactId } = await publishedVersion(world, alice, modId, { version: '1.0.0' }, bytes));
    const paid = await draftMod(alice, 'fallback', { access_tier: 'paid' });
    ({ artifactId: paidId } = await publishedVersion(world, alice, paid.id, { version: '1' }));
    await world.settled();
  });
  // Each test starts without active grants.
  afterEach(() => world.clock.advance(GRANT_SECONDS + 1));
}

/** Resolves a download, by default of the public file. Throws if it is refused. */
export async function resolve(actor: Actor = world.anon, id = artifactId): Promise<Json> {
  const answer = await actor.post(`/downloads/${id}/resolve`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

/** Requests the fallback of a session. */
export const fall = (downloadSessionId: unknown, actor: Actor = world.anon, id = artifactId) =>
  actor.post(`/downloads/${id}/fallback`, { downloadSessionId });

/** The data of a fallback. Throws if it is refused. */
export async function fallen(session: string, actor?: Actor): Promise<Json> {
  const answer = await fall(session, actor);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

/** Changes the row of a file's bytes. */
export const changeBlob = (id: string, data: object) =>
  world.platform.db.blob.updateMany({ where: { artifacts: { some: { id } } }, data });

/** Sets the state of a session's grant. */
export const moveGrant = (sessionId: string, state: GrantState) =>
  world.platform.db.downloadGrant.update({ where: { sessionId }, data: { state } });

/** Publishes a version of the public mod and waits for its copy in the mirror. */
export async function published(version: string) {
  const made = await publishedVersion(world, alice, modId, { version });
  await world.settled();
  return made;
}

/** Allows or forbids the fallback of the public mod. */
export async function allow(isAllowed: boolean): Promise<void> {
  const { body } = await alice.graphql(
    `mutation { setModFallback(modId: "${modId}", isAllowed: ${isAllowed}) { modId isAllowed } }`,
  );
  expect(body.data.setModFallback).toEqual({ modId, isAllowed });
}
