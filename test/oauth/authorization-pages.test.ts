import { describe, expect, it } from 'vitest';
import { createUser } from '../../src/modules/identity/index.js';
import { createSystemContext } from '../../src/request/context.js';
import { newApplication, REDIRECT } from './applications.js';
import { newBrowser } from './browser.js';
import { ada, app, browser, LOOPBACK, useCodeBrowser, world } from './code-browser.js';
import { arrived, authorize, begin } from './code-flow.js';

useCodeBrowser();

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
    expect(page.html).toContain('Create mods and change their texts and images');
    expect(page.html).toContain('reviewed by modport');
    expect(page.html).toContain('href="/account/step-up?next=%2Foauth%2Finteraction%2F');
    expect(page.html).not.toContain('value="approve"');
    const html = page.html.replace('value="deny"', 'value="approve"');
    const forged = await browser.press({ ...page, html }, 'decision=approve');
    expect(forged.leftTo).toBeNull();
    expect(forged.url).toContain('/account/step-up?next=%2Foauth%2Finteraction%2F');
    await browser.signIn(ada.userId, true);
    const consent = await browser.open(page.url);
    const tokens = await begun.exchange(await browser.press(consent, 'decision=approve'));
    expect(tokens.scope).toBe('mods:write');
    const again = await browser.open((await begin(studio, { scope: 'mods:write' })).url);
    expect(again.leftTo).toBeNull();
  });

  it('a sensitive scope can be denied without a second factor', async () => {
    const studio = await newApplication(world, ada.userId, {
      scopes: ['mods:write'],
      approvedScopes: ['mods:write'],
    });
    const begun = await begin(studio, { scope: 'mods:write' });
    const answer = await browser.press(await browser.open(begun.url), 'decision=deny');
    await expect(begun.exchange(answer)).rejects.toMatchObject({ error: 'access_denied' });
  });
});
