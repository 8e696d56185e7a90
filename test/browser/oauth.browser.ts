import { describe, expect, it } from 'vitest';
import { REDIRECT } from '../oauth/applications.js';
import { type Begun, begin } from '../oauth/code-flow.js';
import { codeOf, enrol, newPerson, PASSWORD } from '../pages/people.js';
import type { Tab } from './driver.js';
import { signIn, useAuthorization } from './oauth-users.js';

const { world, program, newApp, newTab, forgetFactors, whoIs } = useAuthorization();

/** Opens the authorization request, as a browser that the program starts. */
async function follow(tab: Tab, { url }: Pick<Begun, 'url'>): Promise<void> {
  await tab.open(`${url.pathname}${url.search}`);
}

/** The paths of the pages that a tab shows from now on. */
function pagesOf(tab: Tab): string[] {
  const paths: string[] = [];
  tab.page.on('framenavigated', (frame) => paths.push(new URL(frame.url()).pathname));
  return paths;
}

async function press(tab: Tab, button: string): Promise<void> {
  await tab.page.getByRole('button', { name: button, exact: true }).click();
}

const consentOf = (tab: Tab) => tab.page.waitForURL('**/oauth/interaction/*');

describe('the authorization of a program, without JavaScript', () => {
  it('a program acts for the user who signed in, read its permissions and allowed them', async () => {
    const app = await newApp({ name: 'Packwright', scopes: ['profile:write'] });
    const { redirectUri } = program;
    const begun = await begin(app, { scope: 'openid mods:read profile:write', redirectUri });
    const tab = await newTab();
    await follow(tab, begun);
    expect(tab.path()).toMatch(/^\/account\/sign-in\?next=/);
    const pages = pagesOf(tab);
    await signIn(tab);
    await consentOf(tab);
    expect(pages).toContain('/account/continue');
    const text = (await tab.page.locator('main').textContent()) ?? '';
    for (const told of [
      'Packwright',
      'maker',
      'ann',
      new URL(redirectUri).host,
      'Confirm who you are when you sign in',
      'Read the catalog on your behalf',
      'Change your profile',
      'not reviewed by modport',
    ]) {
      expect(text).toContain(told);
    }
    await press(tab, 'Allow');
    const tokens = await begun.exchange(await program.nextRedirect());
    expect(await whoIs(tokens.access_token)).toBe('ann');
    tab.expectQuiet();
    await tab.close();
  });

  it('a program gets access_denied if the user denies the consent', async () => {
    const begun = await begin(await newApp({}), {
      scope: 'mods:read',
      redirectUri: program.redirectUri,
    });
    const tab = await newTab();
    await follow(tab, begun);
    await signIn(tab);
    await consentOf(tab);
    await press(tab, 'Deny');
    const answer = await program.nextRedirect();
    await expect(begun.exchange(answer)).rejects.toMatchObject({ error: 'access_denied' });
    tab.expectQuiet();
    await tab.close();
  });

  it('a request for a sensitive scope is allowed only after the second factor', async () => {
    await newPerson(world, 'bob');
    const secret = await enrol(world, 'bob');
    const app = await newApp({ scopes: ['mods:write'], approvedScopes: ['mods:write'] });
    const tab = await newTab();
    await tab.open('/account/sign-in');
    await signIn(tab, 'bob');
    await tab.send({ Code: codeOf(world, secret) }, 'Sign in');
    await forgetFactors();
    const begun = await begin(app, { scope: 'mods:write', redirectUri: program.redirectUri });
    await follow(tab, begun);
    await tab.page.getByRole('link', { name: 'Confirm second factor' }).click();
    await tab.page.waitForURL('**/account/step-up?*');
    expect(await tab.heading()).toBe("Confirm that it's you");
    await tab.send({ Code: '000000' }, 'Confirm');
    await tab.send({ Code: codeOf(world, secret, 1) }, 'Confirm');
    await consentOf(tab);
    expect(await tab.page.locator('main').textContent()).toContain(
      'Create mods and change their texts and images',
    );
    await press(tab, 'Allow');
    const tokens = await begun.exchange(await program.nextRedirect());
    expect(tokens.scope).toBe('mods:write');
    tab.expectQuiet();
    await tab.close();
  });
});

it('a user without a second factor sets it up and returns to the consent', async () => {
  await newPerson(world, 'dee');
  const app = await newApp({ scopes: ['mods:write'], approvedScopes: ['mods:write'] });
  const begun = await begin(app, { scope: 'mods:write', redirectUri: program.redirectUri });
  const tab = await newTab();
  await follow(tab, begun);
  await signIn(tab, 'dee');
  await tab.page.getByRole('link', { name: 'Confirm second factor' }).click();
  await tab.page.waitForURL('**/account/step-up?*');
  await tab.page.getByRole('link', { name: 'Set up a second factor' }).click();
  await tab.send({ Password: PASSWORD }, 'Continue');
  const secret = (await tab.page.locator('code.secret').first().textContent()) ?? '';
  await tab.send({ Code: '000000' }, 'Turn on');
  await tab.send({ Code: codeOf(world, secret.replaceAll(' ', '')) }, 'Turn on');
  await tab.page.getByRole('link', { name: 'I have kept the codes' }).click();
  await consentOf(tab);
  await press(tab, 'Allow');
  expect((await begun.exchange(await program.nextRedirect())).scope).toBe('mods:write');
  tab.expectQuiet();
  await tab.close();
});

describe('the redirect after the consent', () => {
  it.each([
    ['to a site', REDIRECT.https, 'net::ERR_NAME_NOT_RESOLVED'],
    // No program handles this scheme here; the browser aborts only after it looks for one.
    ['to a program by its own scheme', REDIRECT.custom, 'net::ERR_ABORTED'],
  ])(
    'the redirect %s after the consent passes the security policies of the pages',
    async (_where, redirectUri, asFarAs) => {
      const begun = await begin(await newApp({}), { scope: 'mods:read', redirectUri });
      const tab = await newTab({ leadsTo: [redirectUri] });
      await follow(tab, begun);
      await signIn(tab);
      await consentOf(tab);
      expect(await leaving(tab, redirectUri, () => press(tab, 'Allow'), begun)).toBe(asFarAs);
      await tab.close();
    },
  );

  it('the redirect to a site with an earlier consent follows right after the sign-in', async () => {
    const app = await newApp({});
    const request = { scope: 'mods:read', redirectUri: REDIRECT.https };
    const first = await newTab({ leadsTo: [REDIRECT.https] });
    const before = await begin(app, request);
    await follow(first, before);
    await signIn(first);
    await consentOf(first);
    await leaving(first, REDIRECT.https, () => press(first, 'Allow'), before);
    await first.close();
    const tab = await newTab({ leadsTo: [REDIRECT.https] });
    const begun = await begin(app, request);
    await follow(tab, begun);
    const error = await leaving(tab, REDIRECT.https, () => signIn(tab), begun);
    expect(error).toBe('net::ERR_NAME_NOT_RESOLVED');
    await tab.close();
  });
});

/** The browser's network error at an unreachable redirect URI. The application gets its tokens. */
async function leaving(
  tab: Tab,
  redirectUri: string,
  work: () => Promise<void>,
  begun: Begun,
): Promise<string | undefined> {
  const failed = tab.page.waitForEvent('requestfailed', (request) =>
    request.url().startsWith(redirectUri),
  );
  await work();
  const request = await failed;
  const tokens = await begun.exchange(new URL(request.url()));
  expect(await whoIs(tokens.access_token)).toBe('ann');
  tab.expectQuiet();
  return request.failure()?.errorText;
}

it('a consent can be given by keyboard alone, with visible focus', async () => {
  const begun = await begin(await newApp({}), {
    scope: 'mods:read',
    redirectUri: program.redirectUri,
  });
  const tab = await newTab({ javaScript: true });
  const { keyboard } = tab.page;
  await follow(tab, begun);
  // Chromium applies autofocus only after the page has loaded.
  await tab.page.locator('#login:focus').waitFor();
  await keyboard.type('ann');
  await keyboard.press('Tab');
  await keyboard.type(PASSWORD);
  await keyboard.press('Enter');
  await consentOf(tab);
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  const focused = () =>
    tab.page.evaluate<[string, string]>(
      `[document.activeElement.textContent.trim(), getComputedStyle(document.activeElement).outlineStyle]`,
    );
  const stops: string[] = [];
  while (!stops.includes('Deny') && stops.length < 9) {
    await keyboard.press('Tab');
    const [name, outline] = await focused();
    expect(outline, name).toBe('solid');
    stops.push(name);
  }
  expect(stops).toEqual(['Not you?', 'Allow', 'Deny']);
  await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  expect((await begun.exchange(await program.nextRedirect())).access_token).toMatch(/^[\w-]{43}$/);
  tab.expectQuiet();
  await tab.close();
});
