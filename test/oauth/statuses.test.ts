import { describe, expect, it } from 'vitest';
import { silentLog } from '../../src/platform/log.js';
import { createProblemSender } from '../../src/server/express-app.js';
import { listenOnPort } from '../../src/server/listening-port.js';
import { createRequestQueue } from '../../src/server/request-queue.js';
import { meanwhile } from '../locks.js';
import { jsonOf } from './applications.js';
import { app, browser, useCodeBrowser, world } from './code-browser.js';
import { arrived, authorize, begin } from './code-flow.js';

useCodeBrowser();

const send = async (path: string, fields: Readonly<Record<string, string>>) => {
  const body = new URLSearchParams({ client_id: app.clientId, ...fields });
  return jsonOf(await fetch(`${world.baseUrl}${path}`, { method: 'POST', body }));
};

describe('statuses of OAuth errors', () => {
  it('a code exchange that loses a race returns 409 invalid_grant', async () => {
    const { url, verifier } = await begin(app, { scope: 'mods:read' });
    const consent = await browser.open(url);
    const code = arrived(
      consent.leftTo ? consent : await browser.press(consent, 'decision=approve'),
    ).searchParams.get('code');
    const { waited, result } = await meanwhile(
      world,
      (tx) =>
        tx.oauthRecord.updateMany({
          where: { kind: 'AuthorizationCode', consumedAt: null },
          data: { consumedAt: new Date() },
        }),
      () =>
        send('/oauth/token', {
          grant_type: 'authorization_code',
          code: code ?? '',
          code_verifier: verifier,
          redirect_uri: 'https://app.example/callback',
        }),
    );
    expect(waited).toBe(true);
    expect(result).toMatchObject({ status: 409, error: 'invalid_grant', code: 'invalid_grant' });
  });

  it('a refresh that loses a race returns 409 invalid_grant', async () => {
    const { tokens } = await authorize(app, browser, { scope: 'mods:read' });
    const { waited, result } = await meanwhile(
      world,
      (tx) =>
        tx.oauthRecord.updateMany({
          where: { kind: 'RefreshToken', consumedAt: null },
          data: { consumedAt: new Date() },
        }),
      () =>
        send('/oauth/token', {
          grant_type: 'refresh_token',
          refresh_token: tokens.refresh_token ?? '',
        }),
    );
    expect(waited).toBe(true);
    expect(result).toMatchObject({ status: 409, error: 'invalid_grant', code: 'invalid_grant' });
  });

  it('a replayed code returns 400 invalid_grant', async () => {
    const begun = await authorize(app, browser, { scope: 'mods:read' });
    const result = await send('/oauth/token', {
      grant_type: 'authorization_code',
      code: arrived(begun.answer).searchParams.get('code') ?? '',
      code_verifier: begun.verifier,
      redirect_uri: 'https://app.example/callback',
    });
    expect(result).toMatchObject({ status: 400, error: 'invalid_grant', code: 'invalid_grant' });
  });

  it.each(['/oauth/token', '/oauth/device_authorization', '/oauth/revoke', '/oauth/introspect'])(
    'an oversized body for %s returns 413 invalid_request',
    async (path) => {
      const result = await send(path, { token: 'x'.repeat(100_000) });
      expect(result).toMatchObject({
        status: 413,
        error: 'invalid_request',
        code: 'invalid_request',
        retryable: false,
      });
    },
  );

  it('a token request without a database returns 503 server_error', async () => {
    const { app: rows } = world.platform.db;
    const { findFirst } = rows;
    const away = rows as { findFirst: unknown };
    away.findFirst = () => Promise.reject(Object.assign(new Error('gone'), { code: 'P1001' }));
    const result = await send('/oauth/token', { grant_type: 'refresh_token', refresh_token: 'x' });
    away.findFirst = findFirst;
    expect(result).toMatchObject({
      status: 503,
      error: 'server_error',
      code: 'server_error',
      retryable: true,
      retry_after_seconds: 5,
    });
  });
});

describe('OAuth while the service starts', () => {
  const starting = async <T>(ask: (url: string) => Promise<T>): Promise<T> => {
    const door = await listenOnPort('127.0.0.1', 0);
    const sendProblem = createProblemSender({ publicUrl: door.url, log: silentLog });
    door.respond({ sendProblem, publicUrl: door.url, turns: createRequestQueue() });
    try {
      return await ask(door.url);
    } finally {
      await door.close();
    }
  };

  it.each([
    ['GET', '/oauth/authorize?client_id=x'],
    ['POST', '/oauth/token'],
    ['POST', '/oauth/token/'],
    ['POST', '/oauth/device_authorization'],
    ['POST', '/oauth/revoke'],
    ['POST', '/oauth/introspect'],
    ['GET', '/.well-known/openid-configuration'],
    ['GET', '/.well-known/oauth-authorization-server'],
    ['GET', '/.well-known/jwks.json'],
  ])('%s %s returns 503 server_error in RFC 6749 format during startup', async (method, path) => {
    const response = await starting((url) => fetch(`${url}${path}`, { method }));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await jsonOf(response)).toMatchObject({
      error: 'server_error',
      error_description: expect.any(String),
      code: 'server_error',
      status: 503,
      retryable: true,
      retry_after_seconds: 1,
    });
  });

  it('a path outside OAuth returns 503 service_unavailable without RFC 6749 members during startup', async () => {
    const response = await starting((url) => fetch(`${url}/v1/mods`));
    const body = await jsonOf(response);
    expect([response.status, body.code, body.error]).toEqual([
      503,
      'service_unavailable',
      undefined,
    ]);
  });
});
