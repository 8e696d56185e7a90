import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { liveAccessToken } from '../../src/auth/issuer/records/live-access-token.js';
import { verifyAccessToken } from '../../src/auth/verify-access-token.js';
import { AGENT_AUDIENCE } from '../../src/registry/agent-tools.js';
import { LIMITS } from '../../src/registry/limits.js';
import { type Creator, withSecret } from '../actors.js';
import { agentOf, ran, runTool } from '../agents.js';
import { useWorld } from '../harness.js';
import { newGame, refusal } from '../publishing.js';
import { type Application, jsonOf, newApplication } from './applications.js';
import { type Browser, newBrowser } from './browser.js';
import { authorize } from './code-flow.js';

const world = useWorld({}, { jobs: 'when-settled' });
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const TOOLS = ['agent:mods.search', 'agent:mods.get'];

let ada: Creator;
let app: Application;
let trusted: Application;
let browser: Browser;

beforeAll(async () => {
  ada = await world.creator('ada');
  app = await newApplication(world, ada.userId, { scopes: TOOLS, approvedScopes: TOOLS });
  trusted = await newApplication(world, ada.userId, { confidential: true, approved: true });
  browser = newBrowser(world.platform, world.baseUrl);
  await browser.signIn(ada.userId, true);
});

const parameters = (subject: string, more: Record<string, string> = {}) => ({
  subject_token: subject,
  subject_token_type: ACCESS_TOKEN,
  audience: 'agent-gateway',
  scope: 'agent:mods.search',
  ...more,
});

/** A token exchange by a caller without an application. */
const exchange = async (subject: string, more: Record<string, string> = {}) => {
  const body = new URLSearchParams({ grant_type: EXCHANGE, ...parameters(subject, more) });
  const answer = await fetch(`${world.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body,
  });
  return { status: answer.status, body: await jsonOf(answer) };
};
const personal = async (scopes = TOOLS.join(' '), lifetimeSeconds?: number) => {
  const { token } = await ada.withToken({
    scopes,
    ...(lifetimeSeconds ? { lifetimeSeconds } : {}),
  });
  return token ?? '';
};
/** The viewer of a token at the agent gateway. */
const viewerOf = (token: string) => verifyAccessToken(world.platform, token, AGENT_AUDIENCE);
const introspect = async (token: string) =>
  client.tokenIntrospection(await trusted.configuration(), token);

describe('the exchange of a personal access token', () => {
  it('a personal access token is exchanged without a client for a narrow agent token', async () => {
    const { status, body } = await exchange(await personal());
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        issued_token_type: ACCESS_TOKEN,
        token_type: 'Bearer',
        expires_in: 900,
        scope: 'agent:mods.search',
      },
    ]);
    expect(await introspect(body.access_token)).toMatchObject({
      active: true,
      aud: 'agent-gateway',
      sub: ada.userId,
      scope: 'agent:mods.search',
    });
  });

  it('an agent token runs its tools as the user who exchanged it', async () => {
    const { body } = await exchange(await personal());
    const agent = withSecret(world.baseUrl, body.access_token);
    expect((await agent.get('/agent/tools')).body.data).toMatchObject([{ name: 'mods.search' }]);
    const { actor, credential } = await viewerOf(body.access_token);
    expect([actor, credential.kind, credential.clientId]).toEqual([
      `user:${ada.userId}`,
      'agent',
      null,
    ]);
    const row = await world.platform.db.credential.findUnique({ where: { id: credential.id } });
    expect(row?.userId).toBe(ada.userId);
  });

  it('an agent token is rejected by REST, GraphQL and the token exchange', async () => {
    const { body } = await exchange(await personal());
    const headers = { Authorization: `Bearer ${body.access_token}` };
    expect((await world.anon.get('/games', headers)).body.code).toBe('unauthorized');
    expect((await world.anon.graphql('{ __typename }', {}, headers)).status).toBe(401);
    expect((await exchange(body.access_token)).body.error).toBe('invalid_request');
  });

  it('an agent token does not outlive its personal access token', async () => {
    const lifetimeSeconds = LIMITS.agentTokenLifetimeSeconds / 2;
    const { body } = await exchange(await personal(TOOLS.join(' '), lifetimeSeconds));
    expect(body.expires_in).toBeLessThanOrEqual(lifetimeSeconds);
    // A busy machine may need seconds for the exchange.
    expect(body.expires_in).toBeGreaterThan(lifetimeSeconds / 2);
  });

  it('an agent token has the resource limits of its personal access token', async () => {
    const mod = '0190a000-0000-7000-8000-000000000001';
    const { token: limited } = await ada.withToken({ scopes: TOOLS.join(' '), modIds: [] });
    await world.platform.db.credential.updateMany({
      where: { userId: ada.userId, limited: true },
      data: { modIds: [mod] },
    });
    const reached = [];
    for (const subject of [limited ?? '', await personal()]) {
      const { body } = await exchange(subject);
      reached.push((await liveAccessToken(world.platform, body.access_token))?.modIds);
    }
    expect(reached).toEqual([[mod], null]);
  });

  it('the introspection of an agent token does not reveal the personal access token', async () => {
    const { body } = await exchange(await personal());
    expect(await introspect(body.access_token)).not.toHaveProperty('credential_id');
  });

  it('the revocation of a personal access token ends its agent tokens', async () => {
    const { body } = await exchange(await personal());
    expect((await introspect(body.access_token)).active).toBe(true);
    await world.platform.db.credential.updateMany({
      where: { userId: ada.userId },
      data: { revokedAt: new Date() },
    });
    expect(await introspect(body.access_token)).toEqual({ active: false });
  });

  it.each([
    ['a scope that it does not hold', { scope: 'agent:publisher.draft' }, 'invalid_scope'],
    ['all tools', { scope: 'agent:*' }, 'invalid_scope'],
    ['the desktop route', { scope: 'agent:run' }, 'invalid_scope'],
    ['a scope of no tool', { scope: 'mods:read' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'agent:mods.delete' }, 'invalid_scope'],
    ['no scope', { scope: '' }, 'invalid_scope'],
    ['another audience', { audience: 'somewhere' }, 'invalid_target'],
    ['no audience', { audience: '' }, 'invalid_target'],
    ['another type of subject', { subject_token_type: 'x' }, 'invalid_request'],
    ['another type of token', { requested_token_type: 'x' }, 'invalid_request'],
    ['an actor', { actor_token: 'x', actor_token_type: ACCESS_TOKEN }, 'invalid_request'],
  ])('a personal access token is not exchanged for %s', async (_what, more, error) => {
    const { status, body } = await exchange(await personal(), more);
    expect([status, body.error]).toEqual([400, error]);
  });

  it('a personal access token with agent:* is exchanged for any tool', async () => {
    const { status } = await exchange(await personal('agent:*'), {
      scope: 'agent:publisher.draft',
    });
    expect(status).toBe(200);
  });

  it('the exchange of an invalid subject token returns invalid_request', async () => {
    for (const subject of ['mpat_x', 'A'.repeat(43), trusted.secret ?? '']) {
      expect((await exchange(subject)).body.error).toBe('invalid_request');
    }
  });
});

describe("the exchange of an application's access token", () => {
  const issued = async () => {
    const { tokens, config } = await authorize(app, browser, { scope: TOOLS.join(' ') });
    const ask = (more = {}) =>
      client.genericGrantRequest(config, EXCHANGE, parameters(tokens.access_token, more));
    return { tokens, config, ask };
  };

  it('an access token is exchanged by its application for an agent token that REST rejects', async () => {
    const { ask } = await issued();
    const agent = await ask();
    expect(agent.scope).toBe('agent:mods.search');
    expect(agent.expires_in).toBeGreaterThan(800);
    expect(await introspect(agent.access_token)).toMatchObject({
      active: true,
      client_id: app.clientId,
      aud: 'agent-gateway',
    });
    const headers = { Authorization: `Bearer ${agent.access_token}` };
    expect((await world.anon.get('/games', headers)).body.code).toBe('unauthorized');
  });

  it('an agent token of an application runs its tools with the client ID of the application', async () => {
    const { ask, tokens } = await issued();
    const { access_token } = await ask();
    const agent = withSecret(world.baseUrl, access_token);
    expect((await agent.get('/agent/tools')).body.data).toMatchObject([{ name: 'mods.search' }]);
    const { credential } = await viewerOf(access_token);
    const behind = await verifyAccessToken(world.platform, tokens.access_token, undefined);
    expect([credential.kind, credential.clientId, credential.id]).toEqual([
      'agent',
      app.clientId,
      behind.credential.id,
    ]);
  });

  it('an access token is not exchanged by another application or without a client', async () => {
    const { tokens } = await issued();
    const config = await trusted.configuration();
    const asked = client.genericGrantRequest(config, EXCHANGE, parameters(tokens.access_token));
    await expect(asked).rejects.toMatchObject({ error: 'invalid_request' });
    expect((await exchange(tokens.access_token)).body.error).toBe('invalid_request');
  });

  it('the revocation of an agent token leaves its access token, its family and other agent tokens active', async () => {
    const { ask, config, tokens } = await issued();
    const [ended, other] = [await ask(), await ask()];
    await client.tokenRevocation(config, ended.access_token);
    const asked = [ended.access_token, other.access_token, tokens.access_token];
    const answers = await Promise.all(asked.map(introspect));
    expect(answers.map(({ active }) => active)).toEqual([false, true, true]);
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(next.access_token).toMatch(/^[\w-]{43}$/);
  });

  it('the revocation of a token family ends its agent tokens', async () => {
    const { ask, config, tokens } = await issued();
    const agent = await ask();
    await client.tokenRevocation(config, tokens.refresh_token ?? '');
    expect(await introspect(agent.access_token)).toEqual({ active: false });
  });

  it('a disabled application loses its agent tokens', async () => {
    const other = await newApplication(world, ada.userId, { scopes: TOOLS, approvedScopes: TOOLS });
    const { tokens, config } = await authorize(other, browser, { scope: TOOLS.join(' ') });
    const agent = await client.genericGrantRequest(
      config,
      EXCHANGE,
      parameters(tokens.access_token),
    );
    await world.platform.db.app.update({
      where: { id: other.id },
      data: { disabledAt: new Date() },
    });
    expect(await introspect(agent.access_token)).toEqual({ active: false });
  });
});

describe('confirmations of the agent gateway', () => {
  const DRAFT = 'agent:publisher.draft';
  const agentOfApplication = async () => {
    const options = { scopes: [DRAFT], approvedScopes: [DRAFT] };
    const own = await newApplication(world, ada.userId, options);
    const { tokens } = await authorize(own, browser, { scope: DRAFT });
    const more = { scope: DRAFT, client_id: own.clientId };
    const { body } = await exchange(tokens.access_token, more);
    return withSecret(world.baseUrl, body.access_token, own.clientId);
  };

  it('a confirmation is bound to the application that ran the tool, even for the same user', async () => {
    await newGame(world, 'bound');
    const input = {
      action: 'create_mod',
      mod: { game_slug: 'bound', title: { en: 'Wax' }, description: { en: 'Wax.' } },
    };
    const asked = { tool: 'publisher.draft', input };
    const [one, other] = [await agentOfApplication(), await agentOfApplication()];
    const personalAgent = await agentOf(world, ada, 'publisher.draft');
    const { confirmation } = await ran(one, asked);
    const confirmed = { ...asked, confirmation_token: confirmation.token };
    for (const stranger of [other, personalAgent]) {
      expect(refusal(await runTool(stranger, confirmed))).toBe('403 confirmation_required');
    }
    expect((await runTool(one, confirmed)).status).toBe(200);
    const told = await ran(personalAgent, asked);
    const theirs = { ...asked, confirmation_token: told.confirmation.token };
    expect(refusal(await runTool(one, theirs))).toBe('403 confirmation_required');
  });
});
