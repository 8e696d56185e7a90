import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { withSecret } from '../../actors.js';
import { agentOf } from '../../agents.js';
import { signIn } from '../../graphql/identity/signed-in.js';
import { useWorld } from '../../harness.js';
import { newApplication } from '../../oauth/applications.js';
import { newBrowser } from '../../oauth/browser.js';
import { authorize } from '../../oauth/code-flow.js';
import { bareMod, newGame, refusal } from '../../publishing.js';

const world = useWorld({}, { jobs: 'when-settled' });
const MANAGE = 'credentials:manage mods:read mods:write agent:mods.get';
let ada: Creator;
let modId: string;

beforeAll(async () => {
  await newGame(world, 'credentials');
  ada = await world.creator('ada');
  modId = (await bareMod(ada, 'credentials')).id;
});

/** Returns an actor with the access token of an application. */
const issued = async (scopes: readonly string[]) => {
  const app = await newApplication(world, ada.userId, { scopes, approvedScopes: scopes });
  const browser = newBrowser(world.platform, world.baseUrl);
  await browser.signIn(ada.userId, true);
  const { tokens } = await authorize(app, browser, { scope: scopes.join(' ') });
  return withSecret(world.baseUrl, tokens.access_token, app.clientId);
};
const resourceGrantsOfMe = async (actor: { get: Creator['get'] }) =>
  (await actor.get('/me')).body.data.credential.resource_grants;

describe('resource_grants in responses: null is every mod, [] is no mod', () => {
  const resourceGrants = () => [{ type: 'mod', id: modId }];

  it('GET /me returns null for a credential that reaches all mods', async () => {
    expect(await resourceGrantsOfMe(await ada.withToken({ scopes: 'mods:read' }))).toBeNull();
    expect(await resourceGrantsOfMe(await issued(['mods:read']))).toBeNull();
  });

  it('GET /me returns [] for a token without mods and the mods of a limited token', async () => {
    expect(
      await resourceGrantsOfMe(await ada.withToken({ scopes: 'mods:read', modIds: [] })),
    ).toEqual([]);
    expect(
      await resourceGrantsOfMe(await ada.withToken({ scopes: 'mods:read', modIds: [modId] })),
    ).toEqual(resourceGrants());
  });

  it('POST /api-keys returns [] if resource_grants is omitted, and the key reaches no mod', async () => {
    const manager = await ada.withToken({ scopes: MANAGE });
    const created = await manager.post('/api-keys', { name: 'none', scopes: ['mods:read'] });
    expect(created.body.data.resource_grants).toEqual([]);
    const some = { name: 'one', scopes: ['mods:read'], resource_grants: resourceGrants() };
    expect((await manager.post('/api-keys', some)).body.data.resource_grants).toEqual(
      resourceGrants(),
    );
    const { body } = await manager.get('/api-keys');
    const listed = new Map(body.data.map((key: Json) => [key.name, key.resource_grants]));
    expect([listed.get('none'), listed.get('one')]).toEqual([[], resourceGrants()]);
    expect(await resourceGrantsOfMe(withSecret(world.baseUrl, created.body.data.secret))).toEqual(
      [],
    );
    const rotated = await manager.post(`/api-keys/${created.body.data.id}/rotate`);
    expect(rotated.body.data.resource_grants).toEqual([]);
  });

  it('openAccountKey returns null for resourceGrants', async () => {
    const browser = await signIn(world, ada.userId);
    const data = await browser.run(
      'mutation { openAccountKey { scopes resourceGrants { type id } } }',
    );
    expect(data.openAccountKey.resourceGrants).toBeNull();
  });
});

describe('API key capabilities', () => {
  const grantable = (body: Json) =>
    body.data.scopes.filter((it: Json) => it.grantable).map((it: Json) => it.name);

  it("capabilities offer no scope to an application's token, and POST /api-keys rejects it", async () => {
    const actor = await issued(['credentials:manage', 'mods:read']);
    const { body } = await actor.get('/api-keys/capabilities');
    expect(grantable(body)).toEqual([]);
    expect(body.data.scopes.length).toBeGreaterThan(0);
    const refused = await actor.post('/api-keys', { name: 'theirs', scopes: ['mods:read'] });
    expect(refusal(refused)).toBe('403 forbidden');
  });

  it('capabilities offer a personal token the scopes that it holds', async () => {
    const { body } = await (await ada.withToken({ scopes: MANAGE })).get('/api-keys/capabilities');
    expect(grantable(body).sort()).toEqual(MANAGE.split(' ').sort());
  });
});

describe('403 insufficient_scope (RFC 6750 3)', () => {
  it.each([
    ['POST', '/mods', 'mods:write'],
    ['GET', '/api-keys', 'credentials:manage'],
  ])('%s %s carries WWW-Authenticate with the missing scope', async (method, path, scope) => {
    const actor = await ada.withToken({ scopes: 'profile:read' });
    const refused = await actor.request(method, path, method === 'POST' ? { body: {} } : {});
    expect(refusal(refused)).toBe('403 insufficient_scope');
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="${scope}"`,
    );
  });

  it('the WWW-Authenticate of the agent gateway names the scope of the tool', async () => {
    const agent = await agentOf(world, ada, 'mods.search');
    const run = { tool: 'mods.get', input: { mod_id: modId } };
    const refused = await agent.request('POST', '/agent/tools:run', { body: run });
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="agent:mods.get"',
    );
  });

  it('a 403 other than insufficient_scope has no WWW-Authenticate', async () => {
    const actor = await issued(['credentials:manage']);
    const refused = await actor.post('/api-keys', { name: 'theirs', scopes: ['mods:read'] });
    expect(refused.headers.get('www-authenticate')).toBeNull();
  });
});
