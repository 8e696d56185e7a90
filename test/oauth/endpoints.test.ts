import { describe, expect, it } from 'vitest';
import { addressBucket, anonymousActor } from '../../src/request/admit.js';
import { app, form, type Sent, send, useOAuthRequests, world } from './oauth-requests.js';

useOAuthRequests();

describe('CORS of the OAuth endpoints', () => {
  const ask = (origin: string, of = app) =>
    send('/oauth/token', {
      body: form({ client_id: of.clientId, grant_type: 'refresh_token', refresh_token: 'x' }),
      headers: { Origin: origin },
    });

  it('the discovery documents are readable from any origin', async () => {
    for (const path of [
      '/.well-known/openid-configuration',
      '/.well-known/oauth-authorization-server',
      '/.well-known/jwks.json',
    ]) {
      const { answer } = await send(path, {
        method: 'GET',
        headers: { Origin: 'https://x.example' },
      });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    }
  });

  it('the token endpoint is readable from any origin, without credentials', async () => {
    for (const origin of ['https://app.example', 'https://other.example', 'null']) {
      const { answer, body } = await ask(origin);
      expect([answer.status, body.error]).toEqual([400, 'invalid_grant']);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it('the revocation endpoint is readable only from the origin of a redirect URI of a public application', async () => {
    const revoke = async (origin: string) => {
      const body = form({ client_id: app.clientId, token: 'x' });
      const { answer } = await send('/oauth/revoke', { body, headers: { Origin: origin } });
      return answer.headers.get('access-control-allow-origin');
    };
    expect(await revoke('https://app.example')).toBe('https://app.example');
    expect(await revoke('https://evil.example')).toBeNull();
  });

  it('CORS headers are present on 413 and 429 responses', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.10', Origin: 'https://app.example' };
    const readable = async (body: string) => {
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const { answer } = await send('/oauth/token', { body, headers: { ...from, ...type } });
      return [answer.status, answer.headers.get('access-control-allow-origin')];
    };
    expect(await readable('x'.repeat(100_000))).toEqual([413, '*']);
    const { platform } = world;
    const bucket = addressBucket(platform, 'oauth', anonymousActor(platform, '203.0.113.10'));
    await platform.limiter?.take([{ ...bucket, units: bucket.perMinute - 1 }]);
    expect(await readable('a=b')).toEqual([429, '*']);
  });
});

describe('trailing slashes of OAuth endpoints (Spec 4)', () => {
  const query = () =>
    new URLSearchParams({
      client_id: app.clientId,
      response_type: 'code',
      redirect_uri: 'https://app.example/callback',
      scope: 'mods:read',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
      state: 'https://app.example/?a/',
    });
  const own = (more = {}) => ({ body: form({ client_id: app.clientId, ...more }) });
  const exchange = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    audience: 'agent-gateway',
  };
  const read = { method: 'GET' };
  const cases: [string, () => readonly [search: string, sent: Sent], number][] = [
    ['/oauth/authorize', () => [`?${query()}`, read], 303],
    ['/oauth/token', () => ['', own({ grant_type: 'x' })], 400],
    ['/oauth/token', () => ['', { body: form(exchange) }], 400],
    ['/oauth/token', () => ['', { body: form({}) }], 401],
    ['/oauth/device_authorization', () => ['', own({ scope: 'mods:read' })], 200],
    ['/oauth/revoke', () => ['', own({ token: 'x' })], 200],
    ['/oauth/introspect', () => ['', own({ token: 'x' })], 403],
    ['/.well-known/oauth-authorization-server', () => ['', read], 200],
    ['/.well-known/openid-configuration', () => ['', read], 200],
    ['/.well-known/jwks.json', () => ['', read], 200],
    ['/oauth/device', () => ['', { ...read, headers: { Accept: 'text/html' } }], 303],
  ];

  it.each(cases)(
    'an OAuth endpoint responds the same with a trailing slash: %s',
    async (path, asked, status) => {
      const [search, sent] = asked();
      const seen = [];
      for (const at of [path, `${path}/`]) {
        const { answer, body } = await send(`${at}${search}`, sent);
        const { error, error_description, issuer, keys } = body;
        const location = answer.headers.get('location')?.split(/\/[\w-]{43}$|\?/)[0];
        seen.push([answer.status, { error, error_description, issuer, keys, location }]);
      }
      expect(seen[0]?.[0]).toBe(status);
      expect(seen[1]).toEqual(seen[0]);
    },
  );
});

describe('the OAuth metadata', () => {
  it('the OAuth metadata lists exactly the endpoints that exist', async () => {
    const { body } = await send('/.well-known/openid-configuration', { method: 'GET' });
    expect(body).toMatchObject({
      issuer: world.baseUrl,
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256'],
    });
    expect(body.scopes_supported).toContain('openid');
    expect(body.scopes_supported).not.toContain('admin:*');
    expect(body.scopes_supported).not.toContain('agent:*');
    expect(body).not.toHaveProperty('userinfo_endpoint');
    const endpoints = Object.entries<string>(body).filter(([name]) =>
      /_endpoint$|_uri$/.test(name),
    );
    expect(endpoints.map(([, url]) => url.replace(world.baseUrl, '')).sort()).toEqual([
      '/.well-known/jwks.json',
      '/oauth/authorize',
      '/oauth/device_authorization',
      '/oauth/introspect',
      '/oauth/revoke',
      '/oauth/token',
    ]);
    for (const [, url] of endpoints) {
      const { answer } = await send(url.replace(world.baseUrl, ''), { body: form({ a: 'b' }) });
      const read = await send(url.replace(world.baseUrl, ''), { method: 'GET' });
      expect([answer.status, read.answer.status].some((status) => status !== 404)).toBe(true);
    }
    const oauth = await send('/.well-known/oauth-authorization-server', { method: 'GET' });
    expect(oauth.body.token_endpoint).toBe(`${world.baseUrl}/oauth/token`);
  });

  it('the default routes of the OAuth library return 404', async () => {
    for (const path of [
      '/me',
      '/reg',
      '/session/end',
      '/session/end/confirm',
      '/request',
      '/auth',
      '/oauth/jwks',
    ]) {
      for (const method of ['GET', 'POST']) {
        expect((await send(path, { method })).answer.status).toBe(404);
      }
    }
  });
});
