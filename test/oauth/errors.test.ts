import { STATUS_CODES } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { anonymousActor } from '../../src/auth/viewer.js';
import { isErrorCode } from '../../src/registry/errors.js';
import { RATE_CLASSES } from '../../src/registry/limits.js';
import { addressBucket } from '../../src/request/admit.js';
import { useWorld } from '../harness.js';
import { type Application, newApplication } from './applications.js';

const world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, { jobs: 'when-settled' });
let app: Application;
let studio: Application;
let addresses = 0;

beforeAll(async () => {
  world.clock.stop();
  const { userId } = await world.creator('ada');
  app = await newApplication(world, userId);
  studio = await newApplication(world, userId, { confidential: true });
});

interface Sent {
  readonly body?: NonNullable<RequestInit['body']>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

const send = async (path: string, { body, headers, method = 'POST' }: Sent = {}) => {
  addresses += 1;
  const answer = await fetch(`${world.baseUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'X-Forwarded-For': `198.51.100.${addresses}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  return {
    answer,
    body: /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : {},
  };
};
const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const basic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

describe('OAuth error responses', () => {
  const token = () => ({ client_id: app.clientId });
  const cases: [string, () => Promise<Awaited<ReturnType<typeof send>>>, number, string, string][] =
    [
      [
        'no client',
        () => send('/oauth/token', { body: form({ grant_type: 'x' }) }),
        401,
        'invalid_client',
        'invalid_client',
      ],
      [
        'no client, but an empty one',
        () => send('/oauth/token', { body: form({ client_id: '', grant_type: 'x' }) }),
        401,
        'invalid_client',
        'invalid_client',
      ],
      [
        'no client that revokes',
        () => send('/oauth/revoke', { body: form({ token: 'x' }) }),
        401,
        'invalid_client',
        'invalid_client',
      ],
      [
        'no client that introspects',
        () => send('/oauth/introspect', { body: form({ token: 'x' }) }),
        401,
        'invalid_client',
        'invalid_client',
      ],
      [
        'no client of a device',
        () => send('/oauth/device_authorization', { body: form({ scope: 'mods:read' }) }),
        400,
        'invalid_request',
        'invalid_request',
      ],
      [
        'an unknown client',
        () => send('/oauth/token', { body: form({ client_id: 'x', grant_type: 'x' }) }),
        401,
        'invalid_client',
        'invalid_client',
      ],
      [
        'a wrong secret',
        () =>
          send('/oauth/token', {
            body: form({ grant_type: 'refresh_token' }),
            headers: basic(studio.clientId, 'mfoc_x'),
          }),
        401,
        'invalid_client',
        'invalid_client',
      ],
      [
        'a secret in the body',
        () =>
          send('/oauth/token', {
            body: form({
              client_id: studio.clientId,
              client_secret: studio.secret ?? '',
              grant_type: 'refresh_token',
            }),
          }),
        401,
        'invalid_client',
        'invalid_client',
      ],
      [
        'an unknown grant',
        () => send('/oauth/token', { body: form({ ...token(), grant_type: 'password' }) }),
        400,
        'unsupported_grant_type',
        'unsupported_grant_type',
      ],
      [
        'a grant for other clients',
        () =>
          send('/oauth/token', {
            body: form({
              client_id: 'modport-agents',
              grant_type: 'refresh_token',
              refresh_token: 'x',
            }),
          }),
        403,
        'unauthorized_client',
        'unauthorized_client',
      ],
      [
        'an unknown code',
        () =>
          send('/oauth/token', {
            body: form({
              ...token(),
              grant_type: 'authorization_code',
              code: 'x',
              redirect_uri: 'x',
              code_verifier: 'v'.repeat(43),
            }),
          }),
        400,
        'invalid_grant',
        'invalid_grant',
      ],
      [
        'a repeated parameter',
        () =>
          send('/oauth/token', {
            body: new URLSearchParams([
              ['client_id', app.clientId],
              ['grant_type', 'a'],
              ['grant_type', 'b'],
            ]),
          }),
        400,
        'invalid_request',
        'invalid_request',
      ],
      [
        'a body that is JSON',
        () => send('/oauth/token', { body: '{}', headers: { 'Content-Type': 'application/json' } }),
        400,
        'invalid_request',
        'invalid_request',
      ],
      [
        'a body that is no UTF-8',
        () =>
          send('/oauth/token', {
            body: Buffer.from([0x61, 0x3d, 0xff]),
            headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          }),
        400,
        'invalid_request',
        'invalid_request',
      ],
      [
        'a body with a NUL',
        () =>
          send('/oauth/device_authorization', {
            body: form({ ...token(), scope: 'mods:read', nonce: 'nonce\0nonce' }),
          }),
        400,
        'invalid_request',
        'invalid_request',
      ],
      [
        'a huge body',
        () =>
          send('/oauth/token', {
            body: `a=${'x'.repeat(100_000)}`,
            headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          }),
        413,
        'invalid_request',
        'invalid_request',
      ],
      ['no body', () => send('/oauth/revoke'), 401, 'invalid_client', 'invalid_client'],
      [
        'a token that is missing',
        () => send('/oauth/revoke', { body: form(token()) }),
        400,
        'invalid_request',
        'invalid_request',
      ],
      [
        'a client that is not trusted',
        () =>
          send('/oauth/introspect', {
            body: form({ token: 'x' }),
            headers: basic(studio.clientId, studio.secret ?? ''),
          }),
        403,
        'unauthorized_client',
        'unauthorized_client',
      ],
      [
        'another method',
        () => send('/oauth/token', { method: 'GET' }),
        404,
        'invalid_request',
        'not_found',
      ],
      [
        'a target that nobody is',
        () =>
          send('/oauth/token', {
            body: form({
              grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
              subject_token: 'x',
              subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
            }),
          }),
        400,
        'invalid_target',
        'invalid_request',
      ],
    ];

  it.each(cases)(
    'an OAuth error is an RFC 6749 error and a problem document: %s',
    async (_what, ask, status, error, code) => {
      const { answer, body } = await ask();
      expect([answer.status, body.error, body.code, body.status]).toEqual([
        status,
        error,
        code,
        status,
      ]);
      expect(answer.statusText).toBe(STATUS_CODES[status]);
      expect(isErrorCode(body.code)).toBe(true);
      expect(body).toMatchObject({
        error_description: expect.any(String),
        type: `${world.baseUrl}/problems/${code}`,
        title: expect.any(String),
        detail: expect.any(String),
        retryable: false,
        docs_slug: `errors.${code}`,
        request_id: answer.headers.get('x-request-id'),
        trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
      expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="/);
    },
  );

  it('an OAuth error is application/json if Accept names it', async () => {
    const { answer } = await send('/oauth/token', {
      body: form({ client_id: 'x', grant_type: 'x' }),
      headers: { Accept: 'text/html;q=0.5, application/json' },
    });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('an OAuth error uses the language of Accept-Language and keeps request ID and trace ID', async () => {
    const { body } = await send('/oauth/token', {
      body: form({ client_id: 'x', grant_type: 'x' }),
      headers: {
        'Accept-Language': 'de',
        'X-Request-Id': 'mine-1',
        traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`,
      },
    });
    expect(body.detail).toMatch(/Anwendung|Client/);
    expect([body.request_id, body.trace_id]).toEqual(['mine-1', 'ab'.repeat(16)]);
  });

  it('an internal OAuth error contains no internal details', async () => {
    const { findFirst } = world.platform.db.app;
    const broken = world.platform.db.app as { findFirst: unknown };
    broken.findFirst = () => Promise.reject(new Error('secret detail of the database'));
    const { answer, body } = await send('/oauth/token', {
      body: form({ client_id: app.clientId, grant_type: 'refresh_token' }),
    });
    broken.findFirst = findFirst;
    expect([answer.status, body.error, body.code]).toEqual([500, 'server_error', 'server_error']);
    expect(JSON.stringify(body)).not.toContain('secret detail');
  });

  it('an authorization error is an HTML page for browsers and JSON for other clients', async () => {
    const path = '/oauth/authorize?client_id=unknown';
    const page = await send(path, { method: 'GET', headers: { Accept: 'text/html,*/*;q=0.8' } });
    expect(page.answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const program = await send(path, { method: 'GET', headers: { Accept: 'application/json' } });
    expect([page.answer.status, program.answer.status]).toEqual([401, 401]);
    expect(program.body).toMatchObject({ error: 'invalid_client', code: 'invalid_client' });
  });

  it('an OAuth request over the rate limit returns 429 before any statement runs', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    const ask = () => send('/oauth/token', { body: form({ grant_type: 'x' }), headers });
    const most = RATE_CLASSES.oauth.anonymousPerMinute;
    for (let asked = 0; asked < most; asked += 1) await ask();
    const statements = await world.statements(async () => {
      const { answer, body } = await ask();
      expect(answer.status).toBe(429);
      expect(answer.headers.get('retry-after')).toBe(String(body.retry_after_seconds));
      expect(body).toMatchObject({ error: 'temporarily_unavailable', quota_bucket: 'oauth' });
    });
    expect(statements).toEqual([]);
  });
});

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

describe('trailing slashes of OAuth endpoints (Spec, Notation)', () => {
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
