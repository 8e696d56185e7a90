import { join } from 'node:path';
import {
  type BrowserSignInOptions,
  createClient,
  fileTokenStore,
  revoke,
  SignInError,
  signInWithBrowser,
  signOut,
  storedTokens,
  type TokenStore,
  type Tokens,
  TransportError,
} from '@modport/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { bundled, PACKAGE, start } from './support/child.js';
import { temporaryFolder } from './support/folder.js';
import { approve, BASE_URL, facts, requests, withFaults } from './support/service.js';

const app = { issuer: facts.base_url, clientId: facts.client_id };

/** Opens the page as a browser would, after a change to the callback. */
const browser =
  (change: (callback: URL) => void = () => undefined, pages: string[] = []) =>
  async (url: string): Promise<void> => {
    const { redirect } = await approve(url);
    const callback = new URL(String(redirect));
    change(callback);
    pages.push(await (await fetch(callback)).text());
  };

const signIn = (more: Partial<BrowserSignInOptions> = {}) =>
  signInWithBrowser({ ...app, scopes: ['mods:read', 'profile:read'], open: browser(), ...more });

let path: string;
let store: TokenStore;
beforeEach(async () => {
  path = join(await temporaryFolder(), 'modport', 'tokens.json');
  store = fileTokenStore(path);
});

const account = () =>
  createClient({ baseUrl: BASE_URL, token: storedTokens(store, app) }).get('/me');

const tokenRequests = () => requests('/oauth/token');

describe('signInWithBrowser', () => {
  it('a person signs in on a loopback port, and the tokens work', async () => {
    const tokens = await signIn({ scopes: ['openid', 'mods:read', 'profile:read'] });
    expect(tokens).toMatchObject({ clientId: facts.client_id, issuer: facts.base_url });
    expect(tokens.refreshToken).toBeTruthy();
    await store.write(tokens);
    expect((await account()).body.data.credential.client_id).toBe(facts.client_id);
  });

  it.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'forged')],
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['another iss', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
    ['no iss', (url: URL) => url.searchParams.delete('iss')],
    ['another code', (url: URL) => url.searchParams.set('code', 'forged')],
    ['a repeated code', (url: URL) => url.searchParams.append('code', 'forged')],
  ])('a callback with %s fails, and no token is kept', async (_name, change) => {
    const pages: string[] = [];
    await expect(signIn({ open: browser(change, pages) })).rejects.toThrow(SignInError);
    await expect.poll(() => pages[0]).toContain('failed');
  });

  it('a person who declines is access_denied', async () => {
    const open = browser((url) => {
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
    });
    await expect(signIn({ open })).rejects.toMatchObject({ code: 'access_denied' });
  });

  it('other paths, methods and host names are no callback, and the port closes after one', async () => {
    let callback = new URL('http://127.0.0.1');
    const open = async (url: string) => {
      const redirect = String((await approve(url))['redirect']);
      callback = new URL(redirect);
      expect((await fetch(new URL('/favicon.ico', callback))).status).toBe(404);
      expect((await fetch(callback, { method: 'POST' })).status).toBe(404);
      expect(
        (await fetch(redirect.replace('127.0.0.1', 'localhost')).catch(() => null))?.status ?? 404,
      ).toBe(404);
      const [first, second] = await Promise.all([
        fetch(callback),
        fetch(callback).catch(() => null),
      ]);
      expect([first.status, second?.status ?? 404].sort()).toEqual([200, 404]);
    };
    await signIn({ open });
    await expect(fetch(callback)).rejects.toThrow();
  });

  it('a sign-in ends with the time and with the signal', async () => {
    const open = () => undefined;
    await expect(signIn({ open, timeoutMs: 50 })).rejects.toMatchObject({ code: 'timeout' });
    const stop = new AbortController();
    const stopping = () => stop.abort(new Error('stopped'));
    await expect(signIn({ open: stopping, signal: stop.signal })).rejects.toThrow('stopped');
  });

  it('an issuer without https on another machine is refused', async () => {
    await expect(signIn({ issuer: 'http://modport.example' })).rejects.toThrow(TypeError);
  });
});

describe('stored tokens', () => {
  const old = (tokens: Tokens): Tokens => ({ ...tokens, expiresAt: 0 });

  it('an expiring token is refreshed before use, and the refresh token is replaced', async () => {
    const tokens = await signIn();
    await store.write(old(tokens));
    expect((await account()).status).toBe(200);
    const fresh = await store.read();
    expect(fresh?.refreshToken).not.toBe(tokens.refreshToken);
    expect(fresh?.accessToken).not.toBe(tokens.accessToken);
  });

  it('a refused token is refreshed once, by the clock of the service', async () => {
    const tokens = await signIn();
    await store.write({ ...tokens, accessToken: 'not-any-more', expiresAt: 2 ** 40 });
    await withFaults();
    expect((await account()).status).toBe(200);
    expect(await tokenRequests()).toHaveLength(1);
    expect((await requests('/me')).map(({ status }) => status)).toEqual([401, 200]);
  });

  it('a refresh is completed and kept although the signal stops its call at once', async () => {
    const tokens = await signIn();
    await store.write(old(tokens));
    await withFaults({ match: { path: '/oauth/token' }, fault: { kind: 'hold' } });
    const stop = new AbortController();
    const client = createClient({ baseUrl: BASE_URL, token: storedTokens(store, app) });
    const call = client.get('/me', { signal: stop.signal });
    await expect.poll(async () => (await tokenRequests()).length).toBe(1);
    const reason = new Error('stopped');
    stop.abort(reason);
    await expect(call).rejects.toBe(reason);
    await withFaults();
    await expect.poll(async () => (await store.read())?.refreshToken).not.toBe(tokens.refreshToken);
    expect((await account()).status).toBe(200);
  });

  it('a call that is stopped before its refresh sends no refresh token', async () => {
    const tokens = await signIn();
    await store.write(old(tokens));
    await withFaults({ match: { path: '/oauth-authorization-server' }, fault: { kind: 'hold' } });
    const stop = new AbortController();
    const client = createClient({ baseUrl: BASE_URL, token: storedTokens(store, app) });
    const call = client.get('/me', { signal: stop.signal });
    await expect.poll(() => requests('/oauth-authorization-server')).toHaveLength(1);
    const reason = new Error('stopped');
    stop.abort(reason);
    await expect(call).rejects.toBe(reason);
    await withFaults();
    // The work of the call has the lock until it ends.
    await store.locked(async () => undefined);
    expect(await tokenRequests()).toEqual([]);
    expect((await account()).status).toBe(200);
  });

  it('four processes with an expired token refresh it once', async () => {
    await store.write(old(await signIn()));
    const program = await bundled(join(PACKAGE, 'test/support/refresh-child.ts'));
    await withFaults();
    const args = [program, facts.base_url, facts.client_id, path];
    const children = Array.from({ length: 4 }, () => start(process.execPath, args).ended);
    for (const { output } of await Promise.all(children)) expect(output).toBe('status 200\n');
    expect(await tokenRequests()).toHaveLength(1);
  });

  it('a refresh token of a revoked family needs a new sign-in, and is removed', async () => {
    const tokens = await signIn();
    await store.write(old(tokens));
    await account();
    await store.write(old(tokens));
    await expect(account()).rejects.toMatchObject({ code: 'invalid_grant' });
    expect(await store.read()).toBeNull();
  });

  const busy = JSON.stringify({ error: 'temporarily_unavailable' });
  it.each([
    ['a refresh with status 503', '/oauth/token', 503, '', '503'],
    ['a refresh with status 429', '/oauth/token', 429, busy, 'temporarily_unavailable'],
    ['metadata with status 502', '/oauth-authorization-server', 502, '', '502'],
    ['metadata with status 429', '/oauth-authorization-server', 429, '', '429'],
  ])(
    '%s is a failure of the service, and the tokens stay',
    async (_name, where, status, body, says) => {
      const tokens = old(await signIn());
      await store.write(tokens);
      const fault = { kind: 'status', status, body, type: 'application/json' };
      await withFaults({ match: { path: where }, fault });
      const failed = account();
      await expect(failed).rejects.toThrow(TransportError);
      await expect(failed).rejects.toThrow(says);
      expect(await store.read()).toEqual(tokens);
      expect((await account()).status).toBe(200);
    },
  );

  it('tokens of another application or service are not sent', async () => {
    await store.write({ ...(await signIn()), issuer: 'https://other.example' });
    await withFaults();
    await expect(account()).rejects.toMatchObject({ status: 401 });
    expect((await requests('/me'))[0]?.headers['authorization']).toBeUndefined();
  });

  it('signOut removes the tokens and revokes them', async () => {
    const tokens = await signIn();
    await store.write(tokens);
    expect(await signOut(store, app)).toBe(true);
    expect(await store.read()).toBeNull();
    expect(await signOut(store, app)).toBe(false);
    await store.write(tokens);
    await expect(account()).rejects.toThrow();
  });

  it.each([
    ['another service', { issuer: 'https://other.example' }],
    ['an address that is no URL', { issuer: 'modport.example' }],
    ['another application', { clientId: 'other' }],
  ])('signOut and revoke send no tokens of %s, and signOut keeps them', async (_name, other) => {
    const tokens = { ...(await signIn()), ...other };
    await store.write(tokens);
    await withFaults();
    expect(await storedTokens(store, app).current()).toBeNull();
    expect(await signOut(store, app)).toBe(false);
    expect(await store.read()).toEqual(tokens);
    await revoke(tokens, app);
    expect(await requests()).toEqual([]);
  });

  it.each([200, 503])(
    'signOut revokes tokens that the store cannot remove, and throws its error, after status %i',
    async (status) => {
      await store.write(await signIn());
      const fault = { kind: 'status', status } as const;
      const rule = { match: { path: '/oauth/revoke' }, times: 9, fault };
      await withFaults(...(status === 200 ? [] : [rule]));
      const kept = { ...store, write: () => Promise.reject(new Error('the file is in use')) };
      await expect(signOut(kept, app)).rejects.toThrow('the file is in use');
      expect((await requests('/oauth/revoke'))[0]?.status).toBe(status);
    },
  );

  it('signOut throws the reason of its signal, also if the store cannot remove the tokens', async () => {
    await store.write(await signIn());
    const stop = new AbortController();
    const stopping: typeof fetch = (...call) => {
      if (String(call[0]).endsWith('/oauth/revoke')) stop.abort(new Error('the user stopped'));
      return fetch(...call);
    };
    const kept = { ...store, write: () => Promise.reject(new Error('the file is in use')) };
    const stopped = signOut(kept, { ...app, fetch: stopping, signal: stop.signal });
    await expect(stopped).rejects.toThrow('the user stopped');
  });

  it('signOut removes the tokens even if the service is out of reach', async () => {
    await store.write(await signIn());
    await withFaults({ match: { path: '/oauth/revoke' }, times: 9, fault: { kind: 'refuse' } });
    await expect(signOut(store, app)).rejects.toThrow('/oauth/revoke');
    expect(await store.read()).toBeNull();
  });
});
