import { describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { CHOSEN, linkTo } from '../pages/account/mailbox.js';
import { codeOf, enrol, newPerson, PASSWORD } from '../pages/people.js';
import { type Tab, useBrowser } from './driver.js';
import { signInAs } from './sign-in.js';

const world = useWorld();
const browsing = useBrowser(world);

async function signIn(tab: Tab, login: string, password = PASSWORD, next = '') {
  await tab.open(`/account/sign-in${next && `?next=${encodeURIComponent(next)}`}`);
  await tab.send({ 'Username or e-mail': login, Password: password }, 'Sign in');
}

describe('account pages without JavaScript', () => {
  it('a user without JavaScript signs in after a wrong password, and signs out', async () => {
    await newPerson(world, 'ann');
    const tab = await browsing.newTab({ javaScript: false });
    await signIn(tab, 'ann', 'wrong password');
    expect(await tab.page.getByRole('alert').textContent()).toContain('Wrong username');
    await tab.send({ Password: PASSWORD }, 'Sign in');
    expect(tab.path()).toBe('/account/security');
    expect(await tab.page.getByRole('navigation', { name: 'Account' }).textContent()).toContain(
      'ann',
    );
    await tab.page.getByRole('button', { name: 'Sign out', exact: true }).click();
    expect(tab.path()).toBe('/account/sign-in');
    expect(await tab.page.getByRole('status').textContent()).toContain('You are signed out.');
    await tab.open('/account/security');
    expect(tab.path()).toBe('/account/sign-in?next=%2Faccount%2Fsecurity');
    tab.expectQuiet();
    await tab.close();
  });

  it('a visitor without JavaScript signs up, verifies the address and recovers from a lost password', async () => {
    const tab = await browsing.newTab({ javaScript: false, width: 375 });
    await tab.open('/account/sign-in');
    await tab.page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
    const fields = {
      Username: 'ivy',
      'E-mail address': 'ivy@example.org',
      Password: 'password123',
    };
    await tab.send(fields, 'Create account');
    await tab.shoot('sign-up-wrong');
    expect(await tab.page.locator('#password-fault').textContent()).toContain('easy to guess');
    await tab.send({ Password: CHOSEN }, 'Create account');
    expect(await tab.heading()).toBe('Check your e-mail');
    await tab.shoot('sign-up-done');
    await tab.open(await linkTo(world, 'ivy@example.org'));
    await tab.shoot('verify');
    await tab.page.getByRole('button', { name: 'Verify address' }).click();
    expect(await tab.page.getByRole('status').textContent()).toContain('is verified');
    await tab.page.getByRole('link', { name: 'Forgot your password?' }).click();
    await tab.send({ 'E-mail address': 'ivy@example.org' }, 'Send link');
    expect(await tab.heading()).toBe('Check your e-mail');
    await tab.open(await linkTo(world, 'ivy@example.org'));
    await tab.shoot('reset');
    const chosen = { 'New password': PASSWORD, 'Repeat the new password': PASSWORD };
    await tab.send(chosen, 'Save new password');
    await tab.send({ 'Username or e-mail': 'ivy@example.org', Password: PASSWORD }, 'Sign in');
    expect(tab.path()).toBe('/account/security');
    await tab.shoot('security-verified');
    tab.expectQuiet();
    await tab.close();
  });

  it('a user without JavaScript sets up a second factor, signs in with it and confirms it again', async () => {
    await newPerson(world, 'bob');
    const tab = await browsing.newTab({ javaScript: false });
    await signIn(tab, 'bob');
    await tab.page.getByRole('link', { name: 'Set up a second factor' }).click();
    await tab.send({ Password: PASSWORD }, 'Continue');
    const shown = await tab.page.locator('code.secret').first().textContent();
    const secret = (shown ?? '').replaceAll(' ', '');
    await tab.shoot('offer');
    await tab.send({ Code: '000 000' }, 'Turn on');
    await tab.shoot('offer-wrong');
    await tab.send({ Code: codeOf(world, secret) }, 'Turn on');
    await tab.shoot('recovery-codes');
    await tab.page.getByRole('link', { name: 'I have kept the codes' }).click();
    expect(tab.path()).toBe('/account/security');
    await tab.shoot('security-on');
    const other = await browsing.newTab({ javaScript: false });
    await signIn(other, 'bob', PASSWORD, '/account/security/password');
    expect(await other.heading()).toBe('Second factor');
    await other.shoot('code');
    await other.send({ Code: '111111' }, 'Sign in');
    await other.shoot('code-wrong');
    await other.send({ Code: codeOf(world, secret, 1) }, 'Sign in');
    expect(other.path()).toBe('/account/security/password');
    world.clock.advance(16 * 60);
    await other.open('/account/security/second-factor');
    expect(await other.heading()).toBe("Confirm that it's you");
    await other.shoot('step-up');
    await other.send({ Code: codeOf(world, secret) }, 'Confirm');
    expect(other.path()).toBe('/account/security/second-factor');
    tab.expectQuiet();
    other.expectQuiet();
    await tab.close();
    await other.close();
  });

  it('a user without JavaScript changes the password and sees each error next to its field', async () => {
    await newPerson(world, 'cid');
    const tab = await browsing.newTab({ javaScript: false });
    await signIn(tab, 'cid', PASSWORD, '/account/security/password');
    const fields = {
      'New password': 'quite another one',
      'Repeat the new password': 'quite another',
    };
    await tab.send({ 'Current password': PASSWORD, ...fields }, 'Change password');
    await tab.shoot('password-wrong');
    const again = tab.page.getByLabel('Repeat the new password');
    expect(await again.getAttribute('aria-describedby')).toBe('repeated-fault');
    expect(await tab.page.locator('#repeated-fault').textContent()).toContain("don't match");
    await tab.send(
      { 'Current password': PASSWORD, ...fields, 'Repeat the new password': 'quite another one' },
      'Change password',
    );
    expect(tab.path()).toBe('/account/security');
    expect(await tab.page.getByRole('status').textContent()).toContain(
      'Your password was changed.',
    );
    tab.expectQuiet();
    await tab.close();
  });
});

describe('the account pages in a browser', () => {
  it('the sign-in page leads to no other origin', async () => {
    await newPerson(world, 'dee');
    for (const next of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      '/\t/evil.example',
    ]) {
      const tab = await browsing.newTab();
      await signIn(tab, 'dee', PASSWORD, next);
      expect(new URL(tab.page.url()).origin).toBe(new URL(world.baseUrl).origin);
      tab.expectQuiet();
      await tab.close();
    }
  });

  it('the form-action policy stops a form that targets another site', async () => {
    const tab = await browsing.newTab();
    await tab.open('/account/sign-in');
    await tab.page.evaluate(`document.querySelector('form').action = 'https://evil.example/'`);
    const refused = tab.page.waitForEvent('console', (message) =>
      /form-action/.test(message.text()),
    );
    await tab.page.evaluate(`document.querySelector('form').submit()`);
    await refused;
    expect(tab.path()).toBe('/account/sign-in');
    await tab.close();
  });

  it('keyboard focus is visible at every stop of the account pages', async () => {
    await newPerson(world, 'eli');
    const tab = await browsing.newTab();
    const { keyboard } = tab.page;
    await tab.open('/account/sign-in');
    // Chromium applies autofocus only after the page has loaded.
    await tab.page.locator('#login:focus').waitFor();
    await keyboard.type('eli');
    await keyboard.press('Tab');
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');
    await tab.page.waitForURL('**/account/security');
    const stops: string[] = [];
    for (let at = 0; at < 33; at += 1) {
      await keyboard.press('Tab');
      const [name, outline] = await tab.page.evaluate<[string, string]>(
        `[document.activeElement.ariaLabel ?? document.activeElement.textContent.trim(), getComputedStyle(document.activeElement).outlineStyle]`,
      );
      expect(outline, name).toBe('solid');
      stops.push(name);
      if (at === 0) await tab.shoot('keyboard');
    }
    expect(stops).toEqual([
      'Skip to the content',
      'modport',
      'Mods',
      'Games',
      'Dashboard',
      'Search mods',
      'eli',
      'Sign out',
      'Profile',
      'Security',
      'Browsers',
      'Applications with access',
      'Your applications',
      'Keys',
      'Trusted publishers',
      'Account key',
      'Your data',
      'Delete account',
      'Change password',
      'Add an address',
      'Set up a second factor',
      'Passkeys',
      'Show all browsers',
      'Sign out everywhere else',
      'Guides',
      'API reference',
      'GraphQL playground',
      'OpenAPI document',
      'Error codes',
      'Service state',
      'English',
      'Русский',
      'Deutsch',
    ]);
    await tab.open('/account/security');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    expect(await tab.page.evaluate('document.activeElement.textContent')).toBe('Change password');
    await tab.close();
  });
});

const PAGES = [
  ['sign-in', '/account/sign-in'],
  ['sign-up', '/account/sign-up'],
  ['forgot-password', '/account/forgot-password'],
  ['stale-link', '/account/reset-password?token=x'],
  ['missing', '/account/nothing-here'],
  ['security', '/account/security'],
  ['email', '/account/security/email'],
  ['password', '/account/security/password'],
  ['sessions', '/account/sessions'],
  ['keys', '/account/keys'],
  ['new-key', '/account/keys/new'],
  ['second-factor', '/account/security/second-factor'],
  ['step-up-none', '/account/step-up'],
  ['passkeys', '/account/security/passkeys'],
  ['passkey-add', '/account/security/passkeys/add'],
] as const;

describe.each(['en', 'ru', 'de'] as const)('account pages in %s', (locale) => {
  it('account pages have no axe violations and fit the window, in light and dark', async () => {
    await newPerson(world, `fay-${locale}`);
    for (const dark of [false, true]) {
      const tab = await browsing.newTab({ locale, dark, width: dark ? 320 : 1000 });
      const look = dark ? 'phone-dark' : 'desk';
      for (const [name, path] of PAGES.slice(0, 5))
        await inspect(tab, `${name}-${locale}-${look}`, path);
      await signInAs(tab, `fay-${locale}`);
      for (const [name, path] of PAGES.slice(4))
        await inspect(tab, `${name}-${locale}-${look}`, path);
      expect(await tab.page.locator('html').getAttribute('lang')).toBe(locale);
      tab.expectQuiet();
      await tab.close();
    }
  });
});

async function inspect(tab: Tab, name: string, path: string): Promise<void> {
  await tab.open(path);
  await tab.shoot(name);
  expect(await tab.violations(), name).toEqual([]);
  expect(await tab.scrollsSideways(), name).toBe(false);
}

it('second-factor pages have no axe violations and fit the window', async () => {
  await newPerson(world, 'gil');
  for (const dark of [false, true]) {
    const tab = await browsing.newTab({ dark, width: dark ? 320 : 1000 });
    await signIn(tab, 'gil', PASSWORD, '/account/security/second-factor');
    await tab.send({ Password: PASSWORD }, 'Continue');
    await tab.shoot(`offer-${dark ? 'phone-dark' : 'desk'}`);
    expect(await tab.violations()).toEqual([]);
    expect(await tab.scrollsSideways()).toBe(false);
    await tab.close();
  }
  await enrol(world, 'gil');
  const tab = await browsing.newTab({ width: 320 });
  await signIn(tab, 'gil');
  expect(await tab.violations()).toEqual([]);
  expect(await tab.scrollsSideways()).toBe(false);
  tab.expectQuiet();
  await tab.close();
});
