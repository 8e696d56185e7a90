import * as client from 'openid-client';
import { createToken, startSession } from '../../src/modules/identity/index.js';
import { createSystemContext } from '../../src/request/context.js';
import { type Actor, withSecret } from '../actors.js';
import { signIn } from '../graphql/identity/signed-in.js';
import type { World } from '../harness.js';
import type { Application } from '../oauth/applications.js';
import { newBrowser } from '../oauth/browser.js';
import { authorize } from '../oauth/code-flow.js';
import { subscribed } from '../webhooks.js';
import { newPerson } from './people.js';
import { newVisitor, type Visitor } from './visitor.js';

const SESSION = 'modport_session';
const SCOPES = ['account:read', 'webhooks:read', 'webhooks:write'] as const;

/** A person with one of everything that a password change may end. */
export interface Person {
  readonly userId: string;
  readonly visitor: Visitor;
  readonly other: Visitor;
  readonly token: Actor;
  readonly accountKeyId: string;
  readonly subscriptionId: string;
  readonly refresh: () => Promise<unknown>;
  readonly accessToken: string;
}

/** A browser with a session that did not sign in on the page. */
export async function signedInVisitor(world: World, userId: string): Promise<Visitor> {
  const visitor = newVisitor(world);
  const ctx = createSystemContext(world.platform, 'test');
  visitor.cookies.set(SESSION, (await startSession(ctx, { userId, aal2: false })).token);
  return visitor;
}

export async function personWithAccess(
  world: World,
  app: Application,
  username: string,
): Promise<Person> {
  const userId = await newPerson(world, username, `${username}@example.org`);
  const made = await createToken(createSystemContext(world.platform, 'test'), {
    userId,
    name: 'test',
    scopes: SCOPES,
    modIds: null,
    lifetimeSeconds: null,
    aal2: false,
  });
  const token = withSecret(world.baseUrl, made.secret);
  const { id } = await subscribed(token, 'https://hooks.invalid/', ['token.changed']);
  const session = await signIn(world, userId);
  const key = await session.run('mutation { openAccountKey { id } }');
  const browser = newBrowser(world.platform, world.baseUrl);
  await browser.signIn(userId);
  const { tokens, config } = await authorize(app, browser, { scope: 'account:read' });
  return {
    userId,
    token,
    subscriptionId: id,
    accountKeyId: key.openAccountKey.id,
    visitor: await signedInVisitor(world, userId),
    other: await signedInVisitor(world, userId),
    refresh: () => client.refreshTokenGrant(config, tokens.refresh_token ?? ''),
    accessToken: tokens.access_token,
  };
}

export const isSignedIn = async (visitor: Visitor) =>
  (await visitor.get('/account/security')).status === 200;

/** Whether each kind of access of a person still works. */
export async function accessOf({ anon }: World, { other, token, accessToken }: Person) {
  const accepts = async (bearer: string | null) =>
    (await anon.get('/me', { Authorization: `Bearer ${bearer}` })).status === 200;
  return {
    sessions: await isSignedIn(other),
    tokens: await accepts(token.token),
    applications: await accepts(accessToken),
  };
}
