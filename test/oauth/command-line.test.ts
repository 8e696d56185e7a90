import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../actors.js';
import {
  DELETE,
  DISABLE,
  draft,
  ENABLE,
  REGISTER,
  ROTATE,
  SUBMIT,
  UPDATE,
} from '../graphql/identity/apps.js';
import { signIn } from '../graphql/identity/signed-in.js';
import { useWorld } from '../harness.js';
import type { Application } from './applications.js';
import { newBrowser } from './browser.js';
import { authorize, begin } from './code-flow.js';

const world = useWorld({}, { jobs: 'when-settled' });
const LOOPBACK = 'http://127.0.0.1:49152/callback';
/** The scopes with which the command line publishes, rolls back, and manages keys and webhooks. */
const SENSITIVE = [
  'mods:write',
  'versions:write',
  'versions:publish',
  'versions:archive',
  'files:upload',
  'credentials:manage',
  'webhooks:write',
];
const BASE = ['openid', 'mods:read', 'files:download', 'install_plans:resolve', 'profile:read'];
const EVERYTHING = [...BASE, 'account:read', 'webhooks:read', ...SENSITIVE].join(' ');

let ada: Creator;
let commandLine: Application;

beforeAll(async () => {
  ada = await world.creator('ada');
  const { id } = await world.platform.db.app.findUniqueOrThrow({
    where: { clientId: 'modport-cli' },
  });
  commandLine = {
    id,
    clientId: 'modport-cli',
    secret: null,
    configuration: () =>
      client.discovery(new URL(world.baseUrl), 'modport-cli', undefined, client.None(), {
        execute: [client.allowInsecureRequests],
        algorithm: 'oidc',
      }),
  };
});

const signedIn = async (aal2 = true) => {
  const browser = newBrowser(world.platform, world.baseUrl);
  await browser.signIn(ada.userId, aal2);
  return browser;
};

describe('the command line as an application', () => {
  it('the code flow on any loopback port grants modport-cli every scope of the command line', async () => {
    const request = { scope: EVERYTHING, redirectUri: LOOPBACK };
    const { consent, tokens } = await authorize(commandLine, await signedIn(), request);
    expect(consent.html).toContain('modport command line');
    expect(consent.html).toContain('made by modport');
    expect(consent.html).toContain('reviewed by modport');
    expect(consent.html).not.toContain('not reviewed');
    expect(tokens.scope?.split(' ').sort()).toEqual(EVERYTHING.split(' ').sort());
    const me = await world.anon.get('/me', { Authorization: `Bearer ${tokens.access_token}` });
    expect(me.body.data.credential).toMatchObject({ kind: 'oauth', client_id: 'modport-cli' });
  });

  it('the consent page asks again, because any program may listen on a loopback port', async () => {
    const browser = await signedIn();
    const request = { scope: 'mods:read', redirectUri: LOOPBACK };
    await authorize(commandLine, browser, request);
    const { url } = await begin(commandLine, request);
    expect((await browser.open(url)).html).toContain('Allow access to your account?');
  });

  it('a sensitive scope of the command line needs a second factor', async () => {
    const { url } = await begin(commandLine, { scope: 'mods:write', redirectUri: LOOPBACK });
    const page = await (await signedIn(false)).open(url);
    expect(page.html).toContain('href="/account/step-up?next=');
    expect(page.html).not.toContain('value="approve"');
  });

  it('the device flow grants modport-cli scopes after a second factor', async () => {
    const config = await commandLine.configuration();
    const scope = 'mods:read versions:publish';
    const begun = await client.initiateDeviceAuthorization(config, { scope });
    const browser = await signedIn();
    const form = await browser.open(begun.verification_uri_complete ?? '');
    await browser.press(await browser.press(form, ''), 'decision=approve');
    const tokens = await client.genericGrantRequest(
      config,
      'urn:ietf:params:oauth:grant-type:device_code',
      { device_code: begun.device_code },
    );
    expect(tokens.scope).toBe(scope);
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(next.access_token).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    ['teams', 'teams:admin'],
    ['private data', 'private_data:read'],
    ['agents', 'agent:publisher.draft'],
    ['administration', 'admin:*'],
  ])('the command line gets no scope for %s', async (_what, scope) => {
    const { url } = await begin(commandLine, { scope, redirectUri: LOOPBACK });
    const page = await (await signedIn()).open(url);
    expect(page.leftTo?.searchParams.get('error')).toBe('invalid_scope');
  });

  it.each(['http://localhost:49152/callback', 'https://example.org/callback'])(
    'the command line receives no code at %s',
    async (redirectUri) => {
      const { url } = await begin(commandLine, { scope: 'mods:read', redirectUri });
      expect(await (await signedIn()).open(url)).toMatchObject({ status: 400, leftTo: null });
    },
  );
});

describe('the owner of the command line', () => {
  it.each([
    ['see', 'query ($id: ID!) { app(id: $id) { id } }'],
    ['rename', UPDATE],
    ['submit', SUBMIT],
    ['rotate', ROTATE],
    ['delete', DELETE],
  ])('no user can %s the command line', async (_what, source) => {
    const user = await signIn(world, ada.userId);
    const variables = { id: commandLine.id, etag: '"1"', input: { name: 'Mine' } };
    expect(await user.refusal(source, variables)).toBe('not_found');
  });

  it('the developer pages do not show the command line', async () => {
    const browser = await signedIn();
    const page = await browser.open(`/account/developer/applications/${commandLine.id}`);
    expect(page.status).toBe(404);
    const list = await browser.open('/account/developer/applications');
    expect(list.html).not.toContain('modport command line');
  });

  it('no user can give an application the name of the command line', async () => {
    const user = await signIn(world, ada.userId);
    const input = draft({ name: 'modport command line' });
    expect(await user.refusal(REGISTER, { input })).toEqual([
      'invalid_input',
      [{ field: 'name', code: 'not_allowed' }],
    ]);
  });

  it('an admin can disable the command line, and enable it again', async () => {
    const { id } = commandLine;
    const root = await world.creator('root');
    await world.platform.db.user.update({ where: { id: root.userId }, data: { role: 'admin' } });
    const admin = await signIn(world, root.userId);
    const { disableApp } = await admin.run(DISABLE, { id });
    expect(disableApp).toMatchObject({ owner: null, disabledAt: expect.any(String) });
    const { url } = await begin(commandLine, { scope: 'mods:read', redirectUri: LOOPBACK });
    expect((await (await signedIn()).open(url)).html).toContain('invalid_client');
    const { enableApp } = await admin.run(ENABLE, { id });
    expect(enableApp).toMatchObject({ disabledAt: null, review: 'approved' });
  });
});
