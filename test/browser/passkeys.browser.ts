import { describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { CHOSEN, linkTo } from '../pages/account/mailbox.js';
import { newPerson, PASSWORD } from '../pages/people.js';
import { type Tab, useBrowser } from './driver.js';
import { enter, follow, tabTo, typeInto, typeSignIn } from './keyboard.js';

// Browsers offer no passkeys for an address in digits.
const world = useWorld({ HOST: 'localhost' });
const browsing = useBrowser(world);

const DEVICE = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** Gives a tab a device in software, whose user always verifies themselves. */
async function giveDevice({ page }: Tab): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: DEVICE,
  });
}

async function signIn(tab: Tab, login: string) {
  await tab.open('/account/sign-in');
  await tab.send({ 'Username or e-mail': login, Password: PASSWORD }, 'Sign in');
}

describe('passkeys in a browser', () => {
  it('a user adds a passkey, and signs in with it alone, after the password, and for a step-up', async () => {
    await newPerson(world, 'pia');
    const tab = await browsing.newTab();
    await giveDevice(tab);
    await signIn(tab, 'pia');
    await tab.page.getByRole('link', { name: 'Passkeys' }).click();
    await tab.page.getByRole('link', { name: 'Add a passkey' }).click();
    await tab.send({ Password: PASSWORD }, 'Continue');
    await tab.shoot('passkey-add');
    expect(await tab.violations()).toEqual([]);
    await tab.page.getByLabel('Name').fill('My laptop');
    await tab.page.getByRole('button', { name: 'Add a passkey' }).click();
    await tab.page.getByText('The passkey was added.').waitFor();
    await tab.shoot('passkey-recovery-codes');
    expect(await tab.violations()).toEqual([]);
    await tab.open('/account/security/passkeys');
    await tab.shoot('passkeys');
    expect(await tab.page.locator('main').textContent()).toContain('My laptop');
    expect(await tab.violations()).toEqual([]);
    await tab.open('/account/security/passkeys/add');
    await tab.page.getByRole('button', { name: 'Add a passkey' }).click();
    await tab.page.getByText('This device already has a passkey for your account.').waitFor();
    await tab.open('/account/security/passkeys');
    await tab.page.getByRole('link', { name: 'Rename or remove: My laptop' }).click();
    await tab.shoot('passkey');
    expect(await tab.violations()).toEqual([]);

    await tab.page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await tab.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await tab.page.waitForURL('**/account/security');
    expect(await tab.page.locator('main').textContent()).toContain('10 recovery codes left');

    await tab.page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await tab.send({ 'Username or e-mail': 'pia', Password: PASSWORD }, 'Sign in');
    expect(tab.path()).toBe('/account/sign-in/code');
    await tab.shoot('passkey-code');
    expect(await tab.violations()).toEqual([]);
    await tab.page.getByRole('button', { name: 'Use a passkey' }).click();
    await tab.page.waitForURL('**/account/security');

    world.clock.advance(16 * 60);
    await tab.open('/account/security/recovery-codes');
    expect(await tab.heading()).toBe("Confirm that it's you");
    await tab.page.getByRole('button', { name: 'Use a passkey' }).click();
    await tab.page.waitForURL('**/account/security/recovery-codes');
    tab.expectQuiet();
    await tab.close();
  });

  it.each(['en', 'ru', 'de'])(
    'a visitor in %s without a mouse signs up, verifies the address, adds a passkey, loses the phone and recovers',
    async (locale) => {
      const [username, email] = [`nova-${locale}`, `nova-${locale}@example.org`];
      const tab = await browsing.newTab({ locale, width: 375 });
      await giveDevice(tab);
      const { page } = tab;
      await tab.open('/account/sign-up');
      expect(await tab.violations()).toEqual([]);
      await typeInto(tab, '#username', username);
      await typeInto(tab, '#email', email);
      await typeInto(tab, '#password', CHOSEN);
      await enter(tab);
      await page.getByRole('status').waitFor();
      await tab.open(await linkTo(world, email));
      expect(await tab.violations()).toEqual([]);
      await follow(tab, 'main button');
      await page.getByRole('status').waitFor();
      await typeSignIn(tab, username, CHOSEN);
      await tab.open('/account/security');
      await follow(tab, 'main a[href="/account/security/passkeys"]');
      await follow(tab, 'main a[href="/account/security/passkeys/add"]');
      await typeInto(tab, '#password', CHOSEN);
      await enter(tab);
      await tabTo(tab, '#name');
      await page.keyboard.press('Control+A');
      await page.keyboard.type('Phone');
      await tabTo(tab, 'main button');
      await page.keyboard.press('Enter');
      const codes = (await page.locator('pre.secret').textContent()) ?? '';
      expect(await tab.violations()).toEqual([]);
      await tab.close();

      const other = await browsing.newTab({ locale });
      await typeSignIn(other, username, CHOSEN);
      expect(other.path()).toContain('/account/sign-in/code');
      await follow(other, 'main a[href*="use=recovery"]');
      expect(await other.violations()).toEqual([]);
      await typeInto(other, 'main input:not([type="hidden"])', codes.split('\n')[0] ?? '');
      await enter(other);
      await other.page.waitForURL('**/account/security');
      expect(await other.page.locator('main').textContent()).toContain('9');
      other.expectQuiet();
      await other.close();
    },
  );

  it('a device that does not verify its user leaves the page with a message', async () => {
    const tab = await browsing.newTab();
    await giveDevice(tab);
    await tab.open('/account/sign-in');
    await tab.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await tab.page.getByText('Your device did not confirm a passkey.').waitFor();
    expect(tab.path()).toBe('/account/sign-in');
    await tab.close();
  });

  it('a user without JavaScript reads what passkeys need, and sees no button for them', async () => {
    const tab = await browsing.newTab({ javaScript: false });
    await tab.open('/account/sign-in');
    expect(await tab.page.getByText('Passkeys need JavaScript').isVisible()).toBe(true);
    expect(await tab.page.getByRole('button', { name: 'passkey' }).count()).toBe(0);
    await tab.close();
  });
});
