import { expect } from 'vitest';
import type { World } from '../harness.js';
import { type Authenticator, newAuthenticator } from './authenticator.js';
import { newPerson, PASSWORD } from './people.js';
import { newVisitor } from './visitor.js';

const ADD = '/account/security/passkeys/add';
const SIGN_IN = '/account/sign-in';
const BY_PASSKEY = '/account/sign-in/passkey';

/** Functions for users with passkeys. */
export function passkeysOf(world: World) {
  /** A user whose only second factor is a passkey, signed in with it. */
  async function owner(username: string) {
    const userId = await newPerson(world, username);
    const visitor = newVisitor(world);
    await visitor.signIn(username, PASSWORD);
    const device = newAuthenticator(world.baseUrl);
    const offered = await visitor.fill(ADD, { password: PASSWORD });
    const added = await visitor.post(ADD, { passkey: device.make(offered.html), name: 'Laptop' });
    expect(added.status).toBe(200);
    const { id } = await world.platform.db.passkey.findFirstOrThrow({ where: { userId } });
    return { userId, visitor, device, added, id };
  }

  /** Opens the sign-in page and signs in with a passkey. */
  async function signInWith(device: Authenticator, ...lies: Parameters<Authenticator['ask']>[1][]) {
    const visitor = newVisitor(world);
    const { html } = await visitor.get(SIGN_IN);
    const answer = await visitor.post(BY_PASSKEY, { passkey: device.ask(html, lies[0]) });
    return { visitor, answer };
  }

  return { owner, signInWith };
}
