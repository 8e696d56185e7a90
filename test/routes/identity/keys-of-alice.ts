import { beforeAll, expect } from 'vitest';
import { type Actor, type Answer, type Creator, type Json, withSecret } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import { bareMod, newGame } from '../../publishing.js';

// These tests count statements; a running job would add its own.
// `useApiKeys` sets these before the tests of each file.
export let world: World;

export const MANAGE = 'credentials:manage';
export let alice: Creator;
export let mod: Json;
export let other: Json;

export const newKey = (actor: Actor, more: object = {}) =>
  actor.post('/api-keys', { name: 'build server', scopes: ['versions:publish'], ...more });

export async function made(answer: Promise<Answer>): Promise<Json> {
  const { status, body, text } = await answer;
  expect(status, text).toBe(201);
  return body.data;
}

export const limitedTo = (...mods: Json[]) => ({
  resource_grants: mods.map(({ id }) => ({ type: 'mod', id })),
});

export const holding = (secret: string) => withSecret(world.baseUrl, secret);
export const rotate = (actor: Actor, { id }: Json) => actor.post(`/api-keys/${id}/rotate`);
export const revoke = (actor: Actor, { id }: Json) => actor.request('DELETE', `/api-keys/${id}`);
export const inDays = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000);

export async function listed(actor: Actor, { id }: Json): Promise<Json> {
  const { data } = (await actor.get('/api-keys?limit=100')).body;
  return data.find((it: Json) => it.id === id);
}

/** Starts the service of a test file with the data of these tests. */
export function useApiKeys(environment: NodeJS.ProcessEnv = {}): void {
  world = useWorld(environment, { jobs: 'when-settled' });
  beforeAll(async () => {
    await newGame(world, 'keys');
    alice = await world.creator('alice');
    mod = await bareMod(alice, 'keys');
    other = await bareMod(alice, 'keys');
  });
}

/** Gives alice a new token, for tests after a turn of the clock. */
export async function renewAlice(): Promise<void> {
  alice = { ...alice, ...(await alice.withToken({})) };
}
