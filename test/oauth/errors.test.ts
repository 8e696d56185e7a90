import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isErrorCode } from '../../src/registry/errors.js';
import { RATE_CLASSES } from '../../src/registry/limits.js';
import { app, form, send, studio, useOAuthRequests, world } from './oauth-requests.js';

useOAuthRequests();

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
