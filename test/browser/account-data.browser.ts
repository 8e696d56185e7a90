import { beforeAll, describe, expect, it } from 'vitest';
import { setPassword } from '../../src/modules/identity/index.js';
import { createSystemContext } from '../../src/request/context.js';
import { useWorld } from '../harness.js';
import { newPerson, PASSWORD } from '../pages/people.js';
import { draftMod, newGame } from '../publishing.js';
import { type TabOptions, useBrowser } from './driver.js';
import { signedInTab } from './sign-in.js';

const world = useWorld();
const browsing = useBrowser(world);

beforeAll(() => newGame(world, 'brackenvale'));

describe.each([{ javaScript: true }, { javaScript: false }])('keys with %j', (options) => {
  it('a user makes a key for one mod, replaces it and revokes it', async () => {
    const username = `keys-${options.javaScript}`;
    const creator = await world.creator(username);
    await draftMod(creator, 'brackenvale', { title: { en: 'Lantern Road' } });
    await draftMod(creator, 'brackenvale', { title: { en: 'W'.repeat(100) } });
    await setPassword(createSystemContext(world.platform, 'test'), {
      username,
      password: PASSWORD,
    });
    const tab = await signedInTab(browsing, username, { ...options, width: 375 });
    // A phone shows the settings on demand.
    const settings = tab.page.getByRole('navigation', { name: 'Settings' });
    await settings.locator('summary').click();
    await settings.getByRole('link', { name: 'Keys', exact: true }).click();
    await tab.page.getByRole('link', { name: 'Create a key' }).click();
    await tab.page.getByLabel('Lantern Road').waitFor();
    expect(await tab.scrollsSideways()).toBe(false);
    await tab.page.getByLabel('See your webhooks and their deliveries').check();
    await tab.page.getByLabel('Lantern Road').check();
    await tab.page.getByLabel('30 days').check();
    await tab.send({ Name: 'Nightly build' }, 'Create the key');
    const secret = (await tab.page.locator('code.secret').textContent()) ?? '';
    expect(secret.length).toBeGreaterThan(30);
    await tab.page.getByRole('link', { name: 'I have stored it' }).click();
    const key = tab.page.locator('.key', { hasText: 'Nightly build' });
    expect(await key.textContent()).toContain('1 mod');
    await tab.page.getByRole('link', { name: 'Replace: Nightly build' }).click();
    await tab.page.getByRole('button', { name: 'Replace' }).click();
    const next = (await tab.page.locator('code.secret').textContent()) ?? '';
    expect(next).not.toBe(secret);
    await tab.page.getByRole('link', { name: 'I have stored it' }).click();
    await tab.page.getByRole('link', { name: 'Revoke: Nightly build' }).first().click();
    await tab.page.getByRole('button', { name: 'Revoke' }).click();
    expect(await tab.page.getByRole('status').textContent()).toContain('The key is revoked.');
    tab.expectQuiet();
    await tab.close();
  });
});

describe.each([{ javaScript: true }, { javaScript: false }])('an account with %j', (options) => {
  it('a user gets a copy of their data, requests the deletion and cancels it', async () => {
    const username = `leaver-${options.javaScript}`;
    await newPerson(world, username, `${username}@example.org`);
    const tab = await signedInTab(browsing, username, { ...options, width: 375 });
    await tab.open('/account/export');
    await tab.send({ Password: PASSWORD }, 'Request a copy');
    await world.settled();
    await tab.open('/account/export');
    await tab.page.getByRole('link', { name: 'Download' }).click();
    await tab.send({ Password: PASSWORD }, 'Continue');
    const download = tab.page.waitForEvent('download');
    await tab.page.getByRole('link', { name: 'Download' }).click();
    expect(JSON.parse(await textOf(await (await download).createReadStream()))).toMatchObject({
      account: { username },
    });
    await tab.open('/account/delete');
    await tab.send({ 'Your username': username, Password: PASSWORD }, 'Delete my account');
    expect(await tab.heading()).toBe('Your account will be deleted in 30 days');
    await tab.open('/account/sign-in');
    await tab.send({ 'Username or e-mail': username, Password: PASSWORD }, 'Sign in');
    expect(await tab.heading()).toBe('Your account will be deleted');
    await tab.page.getByRole('button', { name: 'Cancel the deletion' }).click();
    expect(await tab.page.getByRole('status').textContent()).toContain('Your account stays.');
    tab.expectQuiet();
    await tab.close();
  });
});

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part as Buffer));
  return Buffer.concat(parts).toString();
}

describe.each<[string, TabOptions]>([
  ['en', { width: 375, dark: true }],
  ['ru', { width: 768, locale: 'ru' }],
  ['de', { width: 1280, locale: 'de' }],
])('pages of the own data in %s %j', (locale, options) => {
  it('pages of the own data have no axe violations and fit the window', async () => {
    const username = `looks-${locale}`;
    await newPerson(world, username);
    const tab = await signedInTab(browsing, username, options);
    for (const path of ['profile', 'sessions', 'keys', 'keys/new', 'export', 'delete']) {
      await tab.open(`/account/${path}`);
      await tab.shoot(`data-${path.replace('/', '-')}-${locale}`);
      expect([path, await tab.violations()]).toEqual([path, []]);
      expect([path, await tab.scrollsSideways()]).toEqual([path, false]);
    }
    tab.expectQuiet();
    await tab.close();
  });

  it('a keyboard alone saves the profile', async () => {
    const username = `typist-${locale}`;
    const userId = await newPerson(world, username);
    const tab = await signedInTab(browsing, username, options);
    await tab.open('/account/profile');
    const { page } = tab;
    const { keyboard } = page;
    for (let at = 0; at < 40; at += 1) {
      await keyboard.press('Tab');
      if (await page.evaluate(`document.activeElement.name === 'displayName'`)) break;
    }
    await keyboard.press('Control+A');
    await keyboard.type('Typist');
    await keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    const { displayName } = await world.platform.db.user.findUniqueOrThrow({
      where: { id: userId },
    });
    expect(displayName).toBe('Typist');
    await tab.close();
  });
});
