import { TOTP } from 'otpauth';
import { createUser, enrolTotp } from '../../src/modules/identity/index.js';
import { createSystemContext } from '../../src/request/context.js';
import type { World } from '../harness.js';

/** The password of every user in these tests. */
export const PASSWORD = 'correct horse battery';

/** Makes an account that can sign in; answers its id. */
export function newPerson(world: World, username: string, email?: string): Promise<string> {
  const ctx = createSystemContext(world.platform, 'test');
  return createUser(ctx, { username, password: PASSWORD, ...(email ? { email } : {}) });
}

/** Gives an account a second factor; answers its secret. */
export async function enrol(world: World, username: string): Promise<string> {
  const ctx = createSystemContext(world.platform, 'test');
  return (await enrolTotp(ctx, username)).secret;
}

/** The offer on the page that sets up an authenticator app, and the secret of the app. */
export function appOfferIn({ html }: { readonly html: string }): {
  readonly offer: string;
  readonly secret: string;
} {
  const offer = /name="offer" value="([\w-]+)"/.exec(html)?.[1] ?? '';
  const secret = /secret=([A-Z2-7]{32})/.exec(html)?.[1] ?? '';
  return { offer, secret };
}

/**
 * The code that an authenticator shows, so many steps of 30 seconds from now. If the clock is not
 * stopped, use 0 for a first code and 1 for a second one: a code of the step before may expire
 * before the service checks it.
 */
export function codeOf(world: World, secret: string, steps = 0): string {
  const timestamp = world.clock.now().getTime() + steps * 30_000;
  return new TOTP({ secret }).generate({ timestamp });
}
