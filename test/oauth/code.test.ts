import * as client from 'openid-client';
import { describe, expect, it } from 'vitest';
import { newApplication, REDIRECT } from './applications.js';
import { ada, app, browser, LOOPBACK, useCodeBrowser, world } from './code-browser.js';
import { arrived, authorize, begin } from './code-flow.js';

useCodeBrowser();

describe('the code flow (Spec 5.2)', () => {
  it('the code flow returns tokens and an ID token that verifies against the key set', async () => {
    const { tokens, nonce } = await authorize(app, browser, { scope: 'openid mods:read' });
    const claims = tokens.claims();
    expect(claims).toMatchObject({ iss: world.baseUrl, aud: app.clientId, sub: ada.userId, nonce });
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(300);
    expect(Object.keys(claims ?? {}).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'nonce', 'sub']);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 900 });
    expect(tokens.scope).toBe('openid mods:read');
    expect(tokens.refresh_token).toMatch(/^[\w-]{43}$/);
    const games = await world.anon.get('/games', {
      Authorization: `Bearer ${tokens.access_token}`,
    });
    expect(games.status).toBe(200);
  });

  it.each([
    ['https', REDIRECT.https],
    ['loopback', LOOPBACK],
    ['custom', REDIRECT.custom],
  ])('the code flow redirects back to the %s address', async (_kind, redirectUri) => {
    const { answer, tokens } = await authorize(app, browser, { scope: 'mods:read', redirectUri });
    expect(arrived(answer).href.startsWith(redirectUri)).toBe(true);
    expect(tokens.id_token).toBeUndefined();
  });

  it('the authorization response contains the state and the issuer', async () => {
    const { answer, state } = await authorize(app, browser, { scope: 'mods:read' });
    const { searchParams } = arrived(answer);
    expect(searchParams.get('state')).toBe(state);
    expect(searchParams.get('iss')).toBe(world.baseUrl);
  });

  it('a denied authorization returns access_denied with the state', async () => {
    const begun = await begin(app, { scope: 'mods:read', redirectUri: LOOPBACK });
    const answer = await browser.press(await browser.open(begun.url), 'decision=deny');
    await expect(begun.exchange(answer)).rejects.toMatchObject({ error: 'access_denied' });
    expect(arrived(answer).searchParams.get('state')).toBe(begun.state);
  });

  it('a code cannot be exchanged with another verifier', async () => {
    const begun = await begin(app, { scope: 'mods:read' });
    const answer = await browser.open(begun.url);
    const stolen = client.authorizationCodeGrant(begun.config, arrived(answer), {
      pkceCodeVerifier: client.randomPKCECodeVerifier(),
      expectedState: begun.state,
    });
    await expect(stolen).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
  });
});

describe('refused authorization requests', () => {
  const refusal = async (more: Record<string, string>, scope = 'mods:read', nonce?: string) => {
    const request = { scope, more, redirectUri: LOOPBACK, ...(nonce ? { nonce } : {}) };
    const { url } = await begin(app, request);
    for (const [name, value] of Object.entries(more))
      if (value === '') url.searchParams.delete(name);
    const { searchParams, hash } = arrived(await browser.open(url));
    expect(hash).toBe('');
    return searchParams.get('error');
  };

  it.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['with PKCE plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['without a PKCE method', { code_challenge_method: '' }, 'invalid_request'],
    ['for a token instead of a code', { response_type: 'token' }, 'unsupported_response_type'],
    ['for an ID token', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['for a code and a token', { response_type: 'code token' }, 'unsupported_response_type'],
    ['for nothing', { response_type: 'none' }, 'unsupported_response_type'],
    ['without a scope', { scope: '' }, 'invalid_scope'],
    ['with prompt=none that needs the consent', { prompt: 'none' }, 'consent_required'],
  ])(
    'an authorization request %s returns an error to the application',
    async (_what, more, error) => {
      expect(await refusal(more)).toBe(error);
    },
  );

  it.each([
    ['an unknown scope', 'mods:read mods:everything'],
    ['a scope that modport does not have', 'mods:read offline_access'],
    ['a scope that it did not register', 'account:read'],
    ['a sensitive scope that no review allowed', 'mods:write'],
    ['a scope for internal clients', 'admin:*'],
    ['all tools of agents', 'agent:*'],
  ])('an authorization request for %s returns invalid_scope', async (_what, scope) => {
    expect(await refusal({}, scope)).toBe('invalid_scope');
  });

  it.each([7, 513])(
    'an authorization request for openid with a nonce of %i characters returns invalid_request',
    async (length) => {
      expect(await refusal({}, 'openid', 'n'.repeat(length))).toBe('invalid_request');
    },
  );

  it('an authorization request for openid without a nonce returns invalid_request', async () => {
    expect(await refusal({ nonce: '' }, 'openid')).toBe('invalid_request');
  });
});

describe('authorization errors without a redirect', () => {
  it.each([
    ['to another host', 'https://evil.example/callback'],
    ['to another path', 'https://app.example/callback/more'],
    ['to the registered address and a query', 'https://app.example/callback?x=1'],
    ['to an https address on another port', 'https://app.example:8443/callback'],
    ['to another loopback name', 'http://localhost/callback'],
    ['to a host that starts like a loopback address', 'http://127.0.0.1.evil.example/callback'],
  ])('a redirect URI that does not match shows an error page: %s', async (_what, redirectUri) => {
    const { url } = await begin(app, { scope: 'mods:read', redirectUri });
    const page = await browser.open(url);
    expect(page).toMatchObject({ status: 400, leftTo: null });
    expect(page.html).toContain('invalid_redirect_uri');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it.each(['fragment', 'form_post'])('response_mode=%s shows an error page', async (mode) => {
    const more = { response_mode: mode };
    for (const scope of ['mods:read', 'mods:everything']) {
      const { url } = await begin(app, { scope, more, redirectUri: LOOPBACK });
      const page = await browser.open(url);
      expect(page).toMatchObject({ status: 400, leftTo: null });
      expect(page.html).toContain('response_mode must be query');
    }
  });

  it('the error page is shown in the language of the user', async () => {
    const page = await browser.open('/oauth/authorize?client_id=unknown&lang=de');
    expect(page.html).toContain('Wir können diese Anfrage nicht bearbeiten');
  });

  it('a disabled application gets an error page from the next request on', async () => {
    const other = await newApplication(world, ada.userId);
    const { url } = await begin(other, { scope: 'mods:read', redirectUri: LOOPBACK });
    const consent = await browser.open(url);
    await world.platform.db.app.update({
      where: { id: other.id },
      data: { disabledAt: new Date() },
    });
    expect((await browser.press(consent, 'decision=approve')).html).toContain('invalid_client');
    expect((await browser.open(url)).html).toContain('invalid_client');
  });
});
