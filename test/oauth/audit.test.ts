import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { endFamily } from '../../src/auth/issuer/records/families.js';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import { type Application, jsonOf, newApplication, REDIRECT } from './applications.js';
import { type Browser, newBrowser } from './browser.js';
import { arrived, authorize, begin } from './code-flow.js';

const world = useWorld({}, { jobs: 'when-settled' });
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const TOOL = 'agent:mods.search';
const scope = 'mods:read';

let ada: Creator;
let browser: Browser;
let requests = 0;

beforeAll(async () => {
  ada = await world.creator('ada');
  browser = newBrowser(world.platform, world.baseUrl);
  await browser.signIn(ada.userId, true);
});

/** Sends a form to an endpoint and returns the audit entries of this request. */
async function post(path: string, fields: Record<string, string>) {
  requests += 1;
  const requestId = `noted-${requests}`;
  const answer = await fetch(`${world.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'X-Request-Id': requestId },
    body: new URLSearchParams(fields),
  });
  expect(answer.headers.get('x-request-id')).toBe(requestId);
  const body = answer.headers.get('content-type')?.includes('json') ? await jsonOf(answer) : {};
  const lines = await world.platform.db.auditEntry.findMany({ where: { requestId } });
  return { status: answer.status, body, lines };
}

/** The audit entries about an application after its authorization, oldest first. */
const linesOf = ({ id }: Application) =>
  world.platform.db.auditEntry.findMany({
    where: { targetId: id, action: { not: 'app.allowed' } },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  });

async function allowed(asked = scope, more = {}) {
  const app = await newApplication(world, ada.userId, more);
  const authorized = await authorize(app, browser, { scope: asked });
  const appGrant = await world.platform.db.appGrant.findFirstOrThrow({ where: { appId: app.id } });
  const { access_token: access, refresh_token: refresh = '' } = authorized.tokens;
  const line = {
    actorId: ada.userId,
    credentialKind: 'oauth',
    credentialId: appGrant.id,
    targetKind: 'app',
    targetId: app.id,
    outcome: 'done',
  };
  return { ...authorized, app, access, refresh, line };
}

describe('audit entries of OAuth (Spec 4.5)', () => {
  it.each(['access', 'refresh'] as const)(
    'the revocation of a family by its %s token writes one audit entry',
    async (which) => {
      const made = await allowed();
      const fields = { client_id: made.app.clientId, token: made[which] };
      const { status, lines } = await post('/oauth/revoke', fields);
      expect(status).toBe(200);
      const data = { client_id: made.app.clientId };
      expect(lines).toEqual([
        expect.objectContaining({ ...made.line, action: 'app.tokens_revoked', data }),
      ]);
      expect((await post('/oauth/revoke', fields)).lines).toEqual([]);
    },
  );

  it('the end of a family outside of a request in the library counts as a replay', async () => {
    const { app, line } = await allowed();
    const where = { kind: 'AccessToken', clientId: app.clientId };
    const { grantId } = await world.platform.db.oauthRecord.findFirstOrThrow({ where });
    await endFamily(world.platform, String(grantId));
    const data = { client_id: app.clientId, presented: null };
    expect(await linesOf(app)).toEqual([
      expect.objectContaining({ ...line, action: 'app.token_replayed', data }),
    ]);
  });

  it('the replay of a refresh token writes an audit entry', async () => {
    const { app, config, refresh, line } = await allowed();
    await client.refreshTokenGrant(config, refresh);
    const { status, lines } = await post('/oauth/token', {
      client_id: app.clientId,
      grant_type: 'refresh_token',
      refresh_token: refresh,
    });
    expect(status).toBe(400);
    const data = { client_id: app.clientId, presented: 'refresh_token' };
    expect(lines).toEqual([
      expect.objectContaining({ ...line, action: 'app.token_replayed', data }),
    ]);
  });

  it('the replay of a code writes an audit entry', async () => {
    const { app, answer, verifier, line } = await allowed();
    const { lines } = await post('/oauth/token', {
      client_id: app.clientId,
      grant_type: 'authorization_code',
      code: arrived(answer).searchParams.get('code') ?? '',
      redirect_uri: REDIRECT.https,
      code_verifier: verifier,
    });
    const data = { client_id: app.clientId, presented: 'code' };
    expect(lines).toEqual([
      expect.objectContaining({ ...line, action: 'app.token_replayed', data }),
    ]);
  });

  it('concurrent replays of a refresh token write one audit entry', async () => {
    const { app, config, refresh } = await allowed();
    await Promise.allSettled(
      Array.from({ length: 6 }, () => client.refreshTokenGrant(config, refresh)),
    );
    expect((await linesOf(app)).map(({ action }) => action)).toEqual(['app.token_replayed']);
  });

  it('an agent token for an application writes an audit entry', async () => {
    const { app, access, line } = await allowed(TOOL, { scopes: [TOOL], approvedScopes: [TOOL] });
    const { body, lines } = await post('/oauth/token', {
      ...agentRequest(access),
      client_id: app.clientId,
    });
    expect(body.access_token).toMatch(/^[\w-]{43}$/);
    const data = { client_id: app.clientId, scopes: [TOOL] };
    expect(lines).toEqual([
      expect.objectContaining({ ...line, action: 'agent_token.issued', data }),
    ]);
  });

  it('an agent token for a personal access token writes an audit entry, and a refused exchange writes none', async () => {
    const { token = '' } = await ada.withToken({ scopes: TOOL });
    const { status, lines } = await post('/oauth/token', agentRequest(token ?? ''));
    const row = await world.platform.db.credential.findFirstOrThrow({
      where: { userId: ada.userId },
      orderBy: { createdAt: 'desc' },
    });
    expect(status).toBe(200);
    expect(lines).toEqual([
      expect.objectContaining({
        action: 'agent_token.issued',
        actorId: ada.userId,
        data: { scopes: [TOOL] },
        credentialKind: 'pat',
        credentialId: row.id,
        targetKind: 'credential',
        targetId: row.id,
      }),
    ]);
    expect((await post('/oauth/token', agentRequest('mfp_unknown'))).lines).toEqual([]);
  });

  it('a denied authorization writes an audit entry', async () => {
    const app = await newApplication(world, ada.userId);
    const { url } = await begin(app, { scope });
    await browser.press(await browser.open(url), 'decision=deny');
    const data = { client_id: app.clientId, of: 'authorization', scopes: [scope] };
    expect(await linesOf(app)).toEqual([denied(data)]);
  });

  it('a denied device writes one audit entry, even if the decision is sent twice', async () => {
    const app = await newApplication(world, ada.userId);
    const begun = await client.initiateDeviceAuthorization(await app.configuration(), { scope });
    const page = await browser.open('/oauth/device');
    const confirm = await browser.press(page, '', { user_code: begun.user_code });
    await browser.press(confirm, 'decision=deny');
    await browser.press(confirm, 'decision=deny');
    const data = { client_id: app.clientId, of: 'device', scopes: [scope] };
    expect(await linesOf(app)).toEqual([denied(data)]);
  });

  it('audit entries of OAuth contain no token and no code', async () => {
    const { app, access, refresh, answer, config } = await allowed();
    const next = await client.refreshTokenGrant(config, refresh);
    await expect(client.refreshTokenGrant(config, refresh)).rejects.toThrow();
    const rows = JSON.stringify(await world.platform.db.auditEntry.findMany());
    expect(rows).toContain(app.id);
    const code = arrived(answer).searchParams.get('code') ?? '';
    for (const value of [access, refresh, next.access_token, next.refresh_token ?? '', code]) {
      expect(value.length).toBeGreaterThan(20);
      expect(rows).not.toContain(value);
    }
  });
});

describe('the access revision of a user', () => {
  it('an approval increments the access revision only if it grants something new (Spec 6)', async () => {
    const app = await newApplication(world, ada.userId);
    const { db } = world.platform;
    const revision = async () =>
      (await db.user.findUniqueOrThrow({ where: { id: ada.userId } })).accessRevision;
    const first = await revision();
    const rises: number[] = [];
    const more = { prompt: 'consent' };
    for (const asked of ['mods:read', 'mods:read', 'mods:read profile:read']) {
      await authorize(app, browser, { scope: asked, more });
      rises.push((await revision()) - first);
    }
    expect(rises).toEqual([1, 1, 2]);
    const where = { appId: app.id };
    await db.appGrant.updateMany({ where, data: { revokedAt: new Date() } });
    await authorize(app, browser, { scope, more });
    expect((await revision()) - first).toBe(3);
  });
});

const agentRequest = (subject: string) => ({
  grant_type: EXCHANGE,
  subject_token: subject,
  subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
  audience: 'agent-gateway',
  scope: TOOL,
});

const denied = (data: object) =>
  expect.objectContaining({
    action: 'app.denied',
    outcome: 'done',
    actorId: ada.userId,
    credentialKind: 'session',
    credentialId: expect.any(String),
    requestId: expect.any(String),
    data,
  });
