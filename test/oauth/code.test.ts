import * as client from 'openid-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUser } from '../../src/modules/identity/index.js';
import { createSystemContext } from '../../src/request/context.js';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import { type Application, newApplication, REDIRECT } from './applications.js';
import { type Browser, newBrowser } from './browser.js';
import { arrived, authorize, begin } from './code-flow.js';

const world = useWorld({}, { jobs: 'when-settled' });
let ada: Creator;
let app: Application;
let browser: Browser;

beforeAll(async () => {
  ada = await world.creator('ada');
  app = await newApplication(world, ada.userId, { scopes: ['profile:write', 'mods:write'] });
});

beforeEach(async () => {
  browser = newBrowser(world.platform, world.baseUrl);
  await browser.signIn(ada.userId);
});

const LOOPBACK = 'http://127.0.0.1:53682/callback';

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
    ['loopback, on whatever port', LOOPBACK],
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
    ['with PKCE of no method', { code_challenge_method: '' }, 'invalid_request'],
    ['for a token instead of a code', { response_type: 'token' }, 'unsupported_response_type'],
    ['for an ID token', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['for a code and a token', { response_type: 'code token' }, 'unsupported_response_type'],
    ['for nothing', { response_type: 'none' }, 'unsupported_response_type'],
    ['without a scope', { scope: '' }, 'invalid_scope'],
    ['that must not ask, where the user has to be', { prompt: 'none' }, 'consent_required'],
  ])(
    'an authorization request %s returns an error to the application',
    async (_what, more, error) => {
      expect(await refusal(more)).toBe(error);
    },
  );

  it.each([
    ['an unknown scope', 'mods:read mods:everything'],
    ['an unknown scope that others know', 'mods:read offline_access'],
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
    ['to this machine by another name', 'http://localhost/callback'],
    [
      'to this machine by an address that only begins like it',
      'http://127.0.0.1.evil.example/callback',
    ],
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

describe('the consent page', () => {
  it('the consent page shows the application, the scopes, the user and the redirect host', async () => {
    const { url } = await begin(app, { scope: 'mods:read profile:write', redirectUri: LOOPBACK });
    const { html, headers } = await browser.open(url);
    expect(html).toContain(`Application ${app.clientId}`);
    expect(html).toContain('Read the catalog on your behalf');
    expect(html).toContain('Change your profile');
    expect(html).toContain('not reviewed by modport');
    expect(html).toContain('127.0.0.1:53682');
    expect(html).toContain('Not you?');
    expect(headers.get('content-security-policy')).toContain(
      "form-action 'self' http://127.0.0.1:53682",
    );
    expect(html).not.toContain('<script');
  });

  it('the form-action of the consent page allows only the custom scheme of the application', async () => {
    const { url } = await begin(app, { scope: 'mods:read', redirectUri: REDIRECT.custom });
    const { headers } = await browser.open(url);
    expect(headers.get('content-security-policy')).toContain(
      "form-action 'self' com.example.app:;",
    );
  });

  it.each([
    ['ru', 'Разрешить доступ к вашему аккаунту?'],
    ['de', 'Zugriff auf Ihr Konto erlauben?'],
  ])('the consent page is available in %s', async (language, title) => {
    const { url } = await begin(app, { scope: 'mods:read', redirectUri: LOOPBACK });
    const page = await browser.open(url);
    expect((await browser.open(`${page.url}?lang=${language}`)).html).toContain(title);
  });

  it('the consent page is shown each time for a loopback redirect', async () => {
    const request = { scope: 'mods:read', redirectUri: LOOPBACK };
    const asked = [await authorize(app, browser, request), await authorize(app, browser, request)];
    expect(asked.map(({ consent }) => consent.leftTo)).toEqual([null, null]);
  });

  it('the consent page is skipped for approved scopes at an https redirect, and shown for new scopes', async () => {
    const other = await newApplication(world, ada.userId, { scopes: ['profile:write'] });
    const first = await authorize(other, browser, { scope: 'openid mods:read' });
    const again = await authorize(other, browser, { scope: 'mods:read' });
    const more = await authorize(other, browser, { scope: 'mods:read profile:write' });
    expect([first, again, more].map(({ consent }) => consent.leftTo !== null)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it.each([
    ['a loopback redirect', LOOPBACK],
    ['a redirect of its own scheme', REDIRECT.custom],
  ])(
    'the consent page asks again at an https redirect after an approval through %s',
    async (_what, redirectUri) => {
      const other = await newApplication(world, ada.userId);
      await authorize(other, browser, { scope: 'mods:read', redirectUri });
      const first = await authorize(other, browser, { scope: 'mods:read' });
      const second = await authorize(other, browser, { scope: 'mods:read' });
      expect([first, second].map(({ consent }) => consent.leftTo !== null)).toEqual([false, true]);
    },
  );

  it('the consent page asks at an https redirect for a scope that the user approved at a loopback redirect', async () => {
    const other = await newApplication(world, ada.userId);
    await authorize(other, browser, { scope: 'mods:read' });
    await authorize(other, browser, { scope: 'files:download', redirectUri: LOOPBACK });
    const both = await authorize(other, browser, { scope: 'mods:read files:download' });
    expect(both.consent.leftTo).toBeNull();
  });

  it('the consent page is shown again for prompt=consent', async () => {
    const { url } = await begin(app, { scope: 'mods:read', more: { prompt: 'consent' } });
    expect((await browser.open(url)).leftTo).toBeNull();
  });

  it('the consent page works only in the browser that started it, and only once', async () => {
    const { url } = await begin(app, { scope: 'mods:read', redirectUri: LOOPBACK });
    const consent = await browser.open(url);
    const thief = newBrowser(world.platform, world.baseUrl);
    await thief.signIn(ada.userId);
    expect((await thief.open(consent.url)).status).toBe(404);
    const { pathname: path } = new URL(consent.url);
    thief.keep({ name: 'modport_interaction', value: path.split('/').at(-1) ?? '', path });
    expect((await thief.open(consent.url)).status).toBe(404);
    arrived(await browser.press(consent, 'decision=approve'));
    const late = await browser.press(consent, 'decision=approve');
    expect(late.status).toBe(404);
    expect(late.html).toContain('This request is no longer valid');
  });
});

describe('sign-in during an authorization', () => {
  it('a user without a session is redirected to sign in, and then back to the consent page', async () => {
    browser.signOut();
    const begun = await begin(app, { scope: 'mods:read', redirectUri: LOOPBACK });
    const page = await browser.open(begun.url);
    expect(page.url).toContain('/account/sign-in?next=%2Foauth%2Finteraction%2F');
    await browser.signIn(ada.userId);
    const next = new URL(page.url).searchParams.get('next') ?? '';
    const answer = await browser.press(await browser.open(next), 'decision=approve');
    expect((await begun.exchange(answer)).access_token).toMatch(/^[\w-]{43}$/);
  });

  it('a user who signed out is redirected to sign in', async () => {
    const { url } = await begin(app, { scope: 'mods:read' });
    browser.signOut();
    expect((await browser.open(url)).url).toContain('/account/sign-in');
  });

  it('an authorization is granted by the user who is signed in at the decision', async () => {
    const eve = await createUser(createSystemContext(world.platform, 'test'), { username: 'eve' });
    const begun = await begin(app, { scope: 'openid', redirectUri: LOOPBACK });
    await browser.open(begun.url);
    await browser.signIn(eve);
    const answer = await browser.press(await browser.open(begun.url), 'decision=approve');
    expect((await begun.exchange(answer)).claims()?.sub).toBe(eve);
  });

  it('a user who switches accounts before the decision grants the authorization as the new account', async () => {
    const eve = await createUser(createSystemContext(world.platform, 'test'), { username: 'eva' });
    browser.signOut();
    const begun = await begin(app, { scope: 'openid', redirectUri: LOOPBACK });
    const { url } = await browser.open(begun.url);
    await browser.signIn(ada.userId);
    const consent = await browser.open(new URL(url).searchParams.get('next') ?? '');
    await browser.signIn(eve);
    const answer = await browser.press(await browser.open(consent.url), 'decision=approve');
    expect((await begun.exchange(answer)).claims()?.sub).toBe(eve);
  });

  it('a change of the user between decision and response shows an error page of the service, not of the library', async () => {
    const eve = await createUser(createSystemContext(world.platform, 'test'), { username: 'evi' });
    browser.signOut();
    const begun = await begin(app, { scope: 'openid', redirectUri: LOOPBACK });
    const { url } = await browser.open(begun.url);
    await browser.signIn(ada.userId);
    const consent = await browser.open(new URL(url).searchParams.get('next') ?? '');
    // The library uses its stored login result to finish the interaction.
    await world.platform.db.$executeRaw`update oauth_records
      set payload = payload || ${JSON.stringify({ result: { login: { accountId: eve } } })}::jsonb
      where kind = 'Interaction'`;
    const resume = consent.url.replace('/oauth/interaction/', '/oauth/authorize/');
    const page = await browser.open(resume);
    expect([page.status, page.leftTo]).toEqual([400, null]);
    expect(page.html).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('prompt=login redirects a signed-in user to sign in again', async () => {
    const begun = await begin(app, { scope: 'openid mods:read', more: { prompt: 'login' } });
    const page = await browser.open(begun.url);
    expect(page.url).toMatch(/account\/sign-in\?next=.*&again=1$/);
    await browser.signIn(ada.userId);
    const consent = await browser.open(new URL(page.url).searchParams.get('next') ?? '');
    const answer = consent.leftTo ? consent : await browser.press(consent, 'decision=approve');
    expect((await begun.exchange(answer)).claims()?.sub).toBe(ada.userId);
  });

  it('prompt=login does not accept an older session', async () => {
    const other = newBrowser(world.platform, world.baseUrl);
    const older = await other.signIn(ada.userId);
    await browser.signIn(ada.userId);
    const begun = await begin(app, { scope: 'openid mods:read', more: { prompt: 'login' } });
    const { url } = await browser.open(begun.url);
    browser.keep(older);
    const page = await browser.open(new URL(url).searchParams.get('next') ?? '');
    expect(page.url).toMatch(/account\/sign-in\?next=.*&again=1$/);
  });

  it('a sensitive scope requires a second factor in the current session', async () => {
    const studio = await newApplication(world, ada.userId, {
      scopes: ['mods:write'],
      approvedScopes: ['mods:write'],
    });
    const begun = await begin(studio, { scope: 'mods:write' });
    const page = await browser.open(begun.url);
    expect(page.url).toContain('/account/step-up?next=%2Foauth%2Finteraction%2F');
    await browser.signIn(ada.userId, true);
    const consent = await browser.open(new URL(page.url).searchParams.get('next') ?? '');
    expect(consent.html).toContain('Create mods and change their texts and images');
    expect(consent.html).toContain('reviewed by modport');
    const tokens = await begun.exchange(await browser.press(consent, 'decision=approve'));
    expect(tokens.scope).toBe('mods:write');
    const again = await browser.open((await begin(studio, { scope: 'mods:write' })).url);
    expect(again.leftTo).toBeNull();
  });
});
