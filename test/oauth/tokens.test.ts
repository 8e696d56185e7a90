import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import { longTest } from '../rounds.js';
import { type Application, newApplication } from './applications.js';
import { type Browser, newBrowser } from './browser.js';
import { arrived, authorize, begin } from './code-flow.js';

const world = useWorld({}, { jobs: 'when-settled' });
let ada: Creator;
let app: Application;
let trusted: Application;
let browser: Browser;

beforeAll(async () => {
  ada = await world.creator('ada');
  app = await newApplication(world, ada.userId, { scopes: ['account:read'] });
  trusted = await newApplication(world, ada.userId, { confidential: true, approved: true });
  browser = newBrowser(world.platform, world.baseUrl);
  await browser.signIn(ada.userId);
});

const get = (token: string, path = '/games') =>
  world.anon.get(path, { Authorization: `Bearer ${token}` });
const newTokens = async (of = app, scope = 'openid mods:read') =>
  (await authorize(of, browser, { scope })).tokens;

describe('OAuth access tokens at the API (Spec 5.1)', () => {
  it('an OAuth access token costs one statement per request', async () => {
    const { access_token: token } = await newTokens();
    const anonymous = await world.statements(() => world.anon.get('/games'));
    const [bearer, ...rest] = await world.statements(() => get(token));
    expect(bearer).toMatch(/^\s*select .* from oauth_records/s);
    expect(rest).toHaveLength(anonymous.length);
  });

  it('an OAuth access token expires after fifteen minutes', async () => {
    const { access_token: token, expires_in: lifetime } = await newTokens();
    expect(lifetime).toBe(900);
    world.clock.advance(890);
    const before = await get(token);
    world.clock.advance(20);
    const after = await get(token);
    world.clock.advance(-910);
    expect([before.status, after.status, after.body.code]).toEqual([200, 401, 'unauthorized']);
  });

  longTest('an OAuth access token loses the scopes that its application loses', async () => {
    const own = await newApplication(world, ada.userId, { scopes: ['account:read'] });
    const { access_token: token } = await newTokens(own, 'mods:read account:read');
    const scopes = async () =>
      (await world.platform.db.appGrant.findFirst({ where: { appId: own.id } }))?.scopes;
    expect(await scopes()).toEqual(['mods:read', 'account:read']);
    const config = await trusted.configuration();
    expect((await client.tokenIntrospection(config, token)).scope).toBe('mods:read account:read');
    await world.platform.db.app.update({ where: { id: own.id }, data: { scopes: [] } });
    expect((await client.tokenIntrospection(config, token)).scope).toBe('mods:read');
  });

  it('an OAuth access token can neither create nor rotate API keys, but can delete them', async () => {
    const scopes = ['credentials:manage'];
    const own = await newApplication(world, ada.userId, { scopes, approvedScopes: scopes });
    await browser.signIn(ada.userId, true);
    const { access_token: token } = await newTokens(own, 'mods:read credentials:manage');
    const headers = {
      Authorization: `Bearer ${token}`,
      // With OAuth, the client name is the client ID (Spec 5.5).
      'X-Service-Client': own.clientId,
    };
    const key = (await ada.post('/api-keys', { name: 'mine', scopes: ['mods:read'] })).body.data;
    const refused = [
      await world.anon.post('/api-keys', { name: 'theirs', scopes: ['mods:read'] }, headers),
      await world.anon.post(`/api-keys/${key.id}/rotate`, undefined, headers),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual(['forbidden', 'forbidden']);
    const ended = await world.anon.request('DELETE', `/api-keys/${key.id}`, { headers });
    expect(ended.status).toBe(204);
  });

  it('the API accepts no ID token, refresh token, code, device code, client secret or foreign token', async () => {
    const { id_token: idToken = '', refresh_token: refresh = '' } = await newTokens();
    const code = arrived(await browser.open((await begin(app, { scope: 'mods:read' })).url));
    const device = await client.initiateDeviceAuthorization(await app.configuration(), {
      scope: 'mods:read',
    });
    const foreign = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;
    const presented = [
      idToken,
      refresh,
      code.searchParams.get('code') ?? '',
      device.device_code,
      trusted.secret ?? '',
      foreign,
      'A'.repeat(43),
    ];
    for (const bearer of presented) {
      const answer = await get(bearer);
      expect([bearer, answer.status, answer.body.code]).toEqual([bearer, 401, 'unauthorized']);
      expect(
        (
          await world.anon.graphql(
            '{ __typename }',
            {},
            {
              Authorization: `Bearer ${bearer}`,
            },
          )
        ).status,
      ).toBe(401);
    }
  });
});

describe('token revocation (RFC 7009)', () => {
  it('the revocation of a refresh token ends its whole family', async () => {
    const config = await app.configuration();
    const tokens = await newTokens();
    await client.tokenRevocation(config, tokens.refresh_token ?? '');
    expect((await get(tokens.access_token)).status).toBe(401);
    const refresh = client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    await expect(refresh).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('the revocation of an access token ends it', async () => {
    const tokens = await newTokens();
    await client.tokenRevocation(await app.configuration(), tokens.access_token);
    expect((await get(tokens.access_token)).status).toBe(401);
  });

  it('the revocation of an unknown token succeeds', async () => {
    await expect(
      client.tokenRevocation(await app.configuration(), 'B'.repeat(43)),
    ).resolves.toBeUndefined();
  });

  it('a revocation by another application succeeds without effect', async () => {
    const tokens = await newTokens();
    for (const other of [await newApplication(world, ada.userId), trusted]) {
      const config = await other.configuration();
      await expect(
        client.tokenRevocation(config, tokens.refresh_token ?? ''),
      ).resolves.toBeUndefined();
    }
    expect((await get(tokens.access_token)).status).toBe(200);
  });
});

describe('token introspection (RFC 7662)', () => {
  it('introspection by a trusted application returns the claims of access and refresh tokens', async () => {
    const config = await trusted.configuration();
    const tokens = await newTokens();
    for (const token of [tokens.access_token, tokens.refresh_token ?? '']) {
      expect(await client.tokenIntrospection(config, token)).toMatchObject({
        active: true,
        iss: world.baseUrl,
        sub: ada.userId,
        client_id: app.clientId,
        scope: 'openid mods:read',
        exp: expect.any(Number),
      });
    }
  });

  it('introspection returns only {"active": false} for revoked and unknown tokens', async () => {
    const config = await trusted.configuration();
    const tokens = await newTokens();
    await client.tokenRevocation(await app.configuration(), tokens.access_token);
    for (const token of [tokens.access_token, tokens.refresh_token ?? '', 'C'.repeat(43)]) {
      expect(await client.tokenIntrospection(config, token)).toEqual({ active: false });
    }
  });

  longTest(
    'introspection returns {"active": false} for an ID token and for every foreign token',
    async () => {
      const { id_token: idToken = '' } = await newTokens();
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const personal = (await ada.withToken({ scopes: 'mods:read' })).token ?? '';
      const foreign = [
        idToken,
        `${part({ alg: 'RS256', typ: 'at+jwt', kid: 'x' })}.${part({ iss: 'https://a.example' })}.AA`,
        `${part({ alg: 'none' })}.${part({})}.`,
        `${part({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.a.b.c.d`,
        personal,
        'ghp_0123456789',
        ' ',
        'ы',
        'x'.repeat(10_000),
      ];
      const basic = Buffer.from(`${trusted.clientId}:${trusted.secret}`).toString('base64');
      for (const token of foreign) {
        for (const hint of [undefined, 'access_token', 'refresh_token', 'id_token']) {
          const response = await fetch(`${world.baseUrl}/oauth/introspect`, {
            method: 'POST',
            headers: { Authorization: `Basic ${basic}` },
            body: new URLSearchParams({ token, ...(hint ? { token_type_hint: hint } : {}) }),
          });
          expect([token, response.status, await response.json()]).toEqual([
            token,
            200,
            { active: false },
          ]);
          expect(response.headers.get('cache-control')).toContain('no-store');
        }
      }
    },
  );

  it('introspection of an ID token by an untrusted application is refused', async () => {
    const { id_token: idToken = '' } = await newTokens();
    const config = await (await newApplication(world, ada.userId)).configuration();
    await expect(client.tokenIntrospection(config, idToken)).rejects.toMatchObject({
      error: 'unauthorized_client',
      status: 403,
    });
  });

  it.each([
    ['its application is disabled', { disabledAt: new Date() }, {}],
    ['its account is blocked', {}, { state: 'blocked' }],
  ] as const)('introspection returns {"active": false} if %s', async (_why, ofApp, ofUser) => {
    const eve = await world.creator(`eve-${Object.keys(ofApp).length}`);
    const other = await newApplication(world, ada.userId);
    const hers = newBrowser(world.platform, world.baseUrl);
    await hers.signIn(eve.userId);
    const { tokens } = await authorize(other, hers, { scope: 'mods:read' });
    const { db } = world.platform;
    await db.app.update({ where: { id: other.id }, data: ofApp });
    await db.user.update({ where: { id: eve.userId }, data: ofUser });
    const config = await trusted.configuration();
    for (const token of [tokens.access_token, tokens.refresh_token ?? '']) {
      expect(await client.tokenIntrospection(config, token)).toEqual({ active: false });
    }
  });

  it.each([
    ['a public one', {}],
    ['a public one that was reviewed', { approved: true }],
    ['a confidential one without a review', { confidential: true }],
  ])('introspection is refused to other applications: %s', async (_which, options) => {
    const config = await (await newApplication(world, ada.userId, options)).configuration();
    const { access_token: token } = await newTokens();
    for (const asked of [token, 'D'.repeat(43)]) {
      await expect(client.tokenIntrospection(config, asked)).rejects.toMatchObject({
        error: 'unauthorized_client',
        status: 403,
      });
    }
  });

  it('introspection with a wrong client secret returns 401', async () => {
    const ask = (secret: string) =>
      fetch(`${world.baseUrl}/oauth/introspect`, {
        method: 'POST',
        headers: {
          Authorization: `Basic ${Buffer.from(`${trusted.clientId}:${secret}`).toString('base64')}`,
        },
        body: new URLSearchParams({ token: 'E'.repeat(43) }),
      });
    expect((await ask('wrong')).status).toBe(401);
    expect((await ask(trusted.secret ?? '')).status).toBe(200);
  });
});
