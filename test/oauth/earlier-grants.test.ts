import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { FORMERLY_STANDARD } from '../../src/registry/scopes.js';
import { type Actor, type Creator, withSecret } from '../actors.js';
import { useWorld } from '../harness.js';
import { bareMod, newGame, refusal } from '../publishing.js';
import { everyNth } from '../rounds.js';
import { type Application, newApplication } from './applications.js';
import { type Browser, newBrowser } from './browser.js';
import { authorize, begin } from './code-flow.js';

const world = useWorld({}, { jobs: 'when-settled' });
const SCOPES = ['mods:read', ...FORMERLY_STANDARD];
let ada: Creator;
let bob: Creator;
let browser: Browser;

beforeAll(async () => {
  await newGame(world, 'earlier');
  ada = await world.creator('ada');
  bob = await world.creator('bob');
  browser = newBrowser(world.platform, world.baseUrl);
  await browser.signIn(ada.userId, true);
});

const reviewed = () =>
  newApplication(world, ada.userId, { scopes: SCOPES, approvedScopes: FORMERLY_STANDARD });
/** Turns rows into those of an earlier release: no review of these scopes and no record of AAL2. */
async function makeEarlier({ id }: Application): Promise<void> {
  const { db } = world.platform;
  await db.app.update({ where: { id }, data: { approvedScopes: [], review: 'none' } });
  await db.appGrant.updateMany({ where: { appId: id }, data: { aal2Scopes: [] } });
}
const actorOf = (app: Application, token: string): Actor =>
  withSecret(world.baseUrl, token, app.clientId);
const scopesOf = async (actor: Actor): Promise<string[]> =>
  (await actor.get('/me')).body.data.credential.scopes;
const makeOwner = async (actor: Actor) => {
  const modId: string = (await bareMod(ada, 'earlier')).id;
  return actor.request('PUT', `/mods/${modId}/team-members/${bob.userId}`, {
    body: { role: 'owner' },
  });
};

describe('scopes that were standard and are sensitive now', () => {
  it.each(everyNth(FORMERLY_STANDARD, 2))(
    'the scope %s is refused to an application without a review',
    async (scope) => {
      const app = await newApplication(world, ada.userId, { scopes: [scope] });
      const { url } = await begin(app, { scope: `mods:read ${scope}` });
      const { leftTo } = await browser.open(url);
      expect(leftTo?.searchParams.get('error')).toBe('invalid_scope');
    },
  );

  it.each(everyNth(FORMERLY_STANDARD, 2))(
    'the scope %s requires a second factor',
    async (scope) => {
      const app = await reviewed();
      const weak = newBrowser(world.platform, world.baseUrl);
      await weak.signIn(ada.userId, false);
      const page = await weak.open((await begin(app, { scope })).url);
      expect(page.leftTo).toBeNull();
      expect(page.html).toContain('href="/account/step-up?next=');
      expect(page.html).not.toContain('value="approve"');
    },
  );

  it('a scope of an earlier grant stays with its tokens and refreshed tokens, and is refused in new requests', async () => {
    const app = await reviewed();
    const { tokens, config } = await authorize(app, browser, { scope: SCOPES.join(' ') });
    await makeEarlier(app);
    expect(await scopesOf(actorOf(app, tokens.access_token))).toEqual(SCOPES);
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await scopesOf(actorOf(app, next.access_token))).toEqual(SCOPES);
    const again = await browser.open((await begin(app, { scope: SCOPES.join(' ') })).url);
    expect(again.leftTo?.searchParams.get('error')).toBe('invalid_scope');
  });

  it('a scope that was granted under AAL2 ends when the review of its application is withdrawn', async () => {
    const app = await reviewed();
    const { tokens } = await authorize(app, browser, { scope: SCOPES.join(' ') });
    await world.platform.db.app.update({ where: { id: app.id }, data: { approvedScopes: [] } });
    expect(await scopesOf(actorOf(app, tokens.access_token))).toEqual(['mods:read']);
  });

  it('an application changes owners only with teams:admin granted under AAL2', async () => {
    const app = await reviewed();
    const { tokens } = await authorize(app, browser, { scope: 'teams:admin mods:read' });
    const actor = actorOf(app, tokens.access_token);
    expect((await makeOwner(actor)).status).toBe(200);
    await makeEarlier(app);
    expect(refusal(await makeOwner(actor))).toBe('403 step_up_required');
  });

  it('a revoked earlier grant does not restore its scopes with the next approval', async () => {
    const app = await reviewed();
    await authorize(app, browser, { scope: SCOPES.join(' ') });
    await makeEarlier(app);
    await world.platform.db.appGrant.updateMany({
      where: { appId: app.id },
      data: { revokedAt: world.clock.now() },
    });
    const { tokens } = await authorize(app, browser, { scope: 'mods:read' });
    const appGrant = await world.platform.db.appGrant.findFirstOrThrow({
      where: { appId: app.id },
    });
    expect(appGrant.scopes).toEqual(['mods:read']);
    expect(await scopesOf(actorOf(app, tokens.access_token))).toEqual(['mods:read']);
  });

  it('a revoked AAL2 grant leaves no AAL2 scopes in the next approval', async () => {
    const app = await reviewed();
    await authorize(app, browser, { scope: SCOPES.join(' ') });
    const { appGrant } = world.platform.db;
    const where = { appId: app.id };
    await appGrant.updateMany({ where, data: { revokedAt: world.clock.now() } });
    const weak = newBrowser(world.platform, world.baseUrl);
    await weak.signIn(ada.userId, false);
    await authorize(app, weak, { scope: 'mods:read' });
    const { scopes, aal2Scopes } = await appGrant.findFirstOrThrow({ where });
    expect({ scopes, aal2Scopes }).toEqual({ scopes: ['mods:read'], aal2Scopes: [] });
  });
});
