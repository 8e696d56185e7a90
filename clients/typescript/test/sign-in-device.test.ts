import { createServer, type Server } from 'node:http';
import {
  createClient,
  type DeviceSignInOptions,
  fixedToken,
  SignInError,
  signInWithDevice,
  TransportError,
} from '@modport/client';
import { afterEach, describe, expect, it } from 'vitest';
import { approve, BASE_URL, facts, requests, withFaults } from './support/service.js';

const app = { issuer: facts.base_url, clientId: facts.client_id };

/** Signs in with the approval of the person of the tests. */
const signIn = (scopes: readonly string[], more: Partial<DeviceSignInOptions> = {}) =>
  signInWithDevice({
    ...app,
    scopes,
    show: async ({ verificationUriComplete }) =>
      void (await approve(verificationUriComplete ?? '')),
    ...more,
  });

const me = (accessToken: string) =>
  createClient({ baseUrl: BASE_URL, token: fixedToken(accessToken) }).get('/me');

const statusesOf = async (path: string) => (await requests(path)).map(({ status }) => status);

describe('signInWithDevice', () => {
  it('a person approves the device on another one', async () => {
    const tokens = await signIn(['mods:read', 'profile:read'], {
      show: async ({ userCode, verificationUri, verificationUriComplete }) => {
        expect(verificationUri).toContain(facts.base_url);
        expect(verificationUriComplete).toContain(userCode);
        await approve(verificationUriComplete ?? '');
      },
    });
    expect((await me(tokens.accessToken)).status).toBe(200);
  });

  it('the keys for the check of the tokens are read again after a failure', async () => {
    await withFaults(
      { match: { path: '/jwks' }, fault: { kind: 'refuse' } },
      { match: { path: '/jwks' }, fault: { kind: 'status', status: 503 } },
    );
    const tokens = await signIn(['openid', 'profile:read']);
    expect(await statusesOf('/jwks')).toEqual([null, 503, 200]);
    expect((await me(tokens.accessToken)).status).toBe(200);
  });

  it('tokens that cannot be checked are revoked, and their device code is sent once', async () => {
    await withFaults({ match: { path: '/jwks' }, times: 9, fault: { kind: 'refuse' } });
    await expect(signIn(['openid', 'mods:read'])).rejects.toThrow(TransportError);
    expect(await statusesOf('/oauth/token')).toEqual([200]);
    expect(await statusesOf('/jwks')).toHaveLength(4);
    expect(await statusesOf('/oauth/revoke')).toEqual([200]);
  });

  it('tokens are revoked if the signal stops their check', async () => {
    await withFaults({ match: { path: '/jwks' }, times: 9, fault: { kind: 'refuse' } });
    const stop = new AbortController();
    const signingIn = signIn(['openid', 'mods:read'], { signal: stop.signal });
    const reason = new Error('stopped');
    const stopped = expect(signingIn).rejects.toBe(reason);
    await expect.poll(() => requests('/jwks'), { timeout: 20_000 }).not.toHaveLength(0);
    stop.abort(reason);
    await stopped;
    await expect.poll(() => statusesOf('/oauth/revoke')).toEqual([200]);
  });

  it('a lost response with tokens ends the sign-in with the advice to start it again', async () => {
    await withFaults({ match: { path: '/oauth/token' }, fault: { kind: 'drop-response' } });
    await expect(signIn(['mods:read'])).rejects.toMatchObject({
      code: 'invalid_grant',
      message: expect.stringContaining('start the sign-in again'),
    });
    expect(await statusesOf('/oauth/token')).toEqual([null, 400]);
  });

  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** A service of which each poll returns the next of these errors or statuses. */
  async function fakeIssuer(
    errors: readonly (string | number)[],
    verificationUri = 'https://example.org/d',
  ) {
    const polls: number[] = [];
    const server = createServer((request, reply) => {
      const send = (status: number, body: object) =>
        reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.url?.startsWith('/.well-known')) {
        send(200, {
          issuer,
          token_endpoint: `${issuer}/token`,
          device_authorization_endpoint: `${issuer}/device`,
        });
      } else if (request.url === '/device') {
        const codes = { device_code: 'd', user_code: 'u', verification_uri: verificationUri };
        send(200, { ...codes, expires_in: 60, interval: 0.01 });
      } else {
        const error = errors[polls.length] ?? 'server_error';
        polls.push(performance.now());
        if (typeof error === 'number') reply.writeHead(error).end('<p>Try later</p>');
        else send(400, { error });
      }
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const issuer = `http://127.0.0.1:${address.port}`;
    return { issuer, polls };
  }

  const device = (issuer: string) =>
    signInWithDevice({ issuer, clientId: 'c', scopes: ['mods:read'], show: () => undefined });

  it.each(['access_denied', 'expired_token', 'invalid_grant'])(
    '%s ends the polls',
    async (code) => {
      const { issuer, polls } = await fakeIssuer(['authorization_pending', code]);
      await expect(device(issuer)).rejects.toMatchObject({ code });
      expect(polls).toHaveLength(2);
    },
  );

  it('a poll with status 502 or 503 does not end the sign-in, and the next one waits longer', async () => {
    const { issuer, polls } = await fakeIssuer([502, 503, 'access_denied']);
    await expect(device(issuer)).rejects.toMatchObject({ code: 'access_denied' });
    const [first = 0, second = 0, third = 0] = polls;
    expect(second - first).toBeGreaterThan(1_900);
    expect(third - second).toBeGreaterThan(3_900);
  });

  it('slow_down makes every further poll at least five seconds slower', async () => {
    const { issuer, polls } = await fakeIssuer(['slow_down', 'access_denied']);
    await expect(device(issuer)).rejects.toMatchObject({ code: 'access_denied' });
    expect((polls[1] ?? 0) - (polls[0] ?? 0)).toBeGreaterThanOrEqual(5_000);
  });

  it('an address that is not of the web is never shown', async () => {
    const { issuer } = await fakeIssuer([], 'javascript:alert(1)');
    await expect(device(issuer)).rejects.toThrow(SignInError);
  });
});
