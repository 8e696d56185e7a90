import { beforeAll, expect } from 'vitest';
import { useWorld, type World } from '../harness.js';
import { codeOf, enrol, newPerson, PASSWORD } from './people.js';
import { newVisitor, type Visitor } from './visitor.js';

// `useDevelopers` sets these before the tests of each file.
export let world: World;
export const APPLICATIONS = '/account/developer/applications';
export const REVIEWS = '/account/review/applications';
export let ann: Visitor;
export let bob: Visitor;
export let root: Visitor;

/** A signed-in visitor with an account, and with a second factor if `factor` is true. */
async function signedIn(username: string, { factor = false } = {}): Promise<Visitor> {
  await newPerson(world, username);
  const secret = factor ? await enrol(world, username) : null;
  const visitor = newVisitor(world);
  await visitor.signIn(username, PASSWORD);
  if (secret !== null) {
    const code = codeOf(world, secret);
    expect((await visitor.fill('/account/sign-in/code', { code })).status).toBe(303);
  }
  return visitor;
}

export const appOf = (name: string) => world.platform.db.app.findFirstOrThrow({ where: { name } });

/** Registers a public application; answers the path of its page. */
export async function register(owner: Visitor, name: string, more: Record<string, string> = {}) {
  const fields = { name, redirect_uris: 'https://a.example/cb', ...more };
  const { status, location } = await owner.fill(`${APPLICATIONS}/new/public`, fields);
  expect([status, location]).toEqual([303, `${APPLICATIONS}/${(await appOf(name)).id}`]);
  return location ?? '';
}

/** Starts the service of a test file with the data of these tests. */
export function useDevelopers(): void {
  world = useWorld({}, { jobs: 'when-settled' });
  beforeAll(async () => {
    ann = await signedIn('ann', { factor: true });
    bob = await signedIn('bob');
    root = await signedIn('root', { factor: true });
    await world.platform.db.user.update({ where: { username: 'root' }, data: { role: 'admin' } });
  });
}
