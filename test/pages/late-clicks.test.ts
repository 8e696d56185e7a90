import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { newAuthenticator } from './authenticator.js';
import { codeOf, enrol, newPerson, PASSWORD } from './people.js';
import { newVisitor, type Visitor } from './visitor.js';

const world = useWorld();
const SECURITY = '/account/security';

// A code is good for one step of 30 seconds, which must not end during a test.
beforeAll(() => world.clock.stop());

async function signedIn(username: string): Promise<Visitor> {
  await newPerson(world, username);
  const visitor = newVisitor(world);
  await visitor.signIn(username, PASSWORD);
  return visitor;
}

/** A user whose last proof of the second factor is too old, and a new code. */
async function withFactor(username: string) {
  await newPerson(world, username);
  const secret = await enrol(world, username);
  const visitor = newVisitor(world);
  await visitor.signIn(username, PASSWORD);
  await visitor.fill('/account/sign-in/code', { code: codeOf(world, secret) });
  world.clock.advance(15 * 60 + 1);
  return { visitor, code: codeOf(world, secret) };
}

/**
 * Sends a form, and then again with the cookies from before, as a second click whose request comes
 * late does. Returns the address to which the browser is led at last.
 */
async function afterSecondClick(
  visitor: Visitor,
  path: string,
  fields: Record<string, string>,
): Promise<string | null> {
  const second = newVisitor(world);
  for (const [name, value] of visitor.cookies) second.cookies.set(name, value);
  expect((await visitor.post(path, fields)).status).toBeLessThan(400);
  const { status, location } = await second.post(path, fields);
  expect(status).toBe(303);
  // The browser has the cookie of the first response by now.
  return (await visitor.get(location ?? '')).location;
}

describe('a second click that arrives after the first has renewed the session', () => {
  it('a change of the password leads to the security page, and not to another change', async () => {
    const visitor = await signedIn('late-ann');
    const path = `${SECURITY}/password`;
    await visitor.get(path);
    const fields = { old: PASSWORD, new: 'a new long password', repeated: 'a new long password' };
    expect(await afterSecondClick(visitor, path, fields)).toBe(SECURITY);
  });

  it.each([
    ['late-bob', '/account/step-up', SECURITY],
    ['late-cid', `/account/step-up?next=${SECURITY}/recovery-codes`, `${SECURITY}/recovery-codes`],
  ])(
    'a proof of the second factor leads on, and asks for no other one (%s)',
    async (username, path, next) => {
      const { visitor, code } = await withFactor(username);
      await visitor.get(path);
      expect(await afterSecondClick(visitor, path, { code })).toBe(next);
      expect((await visitor.get(next)).status).toBe(200);
    },
  );

  it('the first passkey leads to the list of passkeys, and not to another one', async () => {
    const visitor = await signedIn('late-dee');
    const path = `${SECURITY}/passkeys/add`;
    const { html } = await visitor.fill(path, { password: PASSWORD });
    const passkey = newAuthenticator(world.baseUrl).make(html);
    const fields = { passkey, name: 'Laptop' };
    expect(await afterSecondClick(visitor, path, fields)).toBe(`${SECURITY}/passkeys`);
  });
});
