import { describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { codeOf, enrol, newPerson, PASSWORD } from '../pages/people.js';
import { type Tab, type TabOptions, useBrowser } from './driver.js';

const world = useWorld();
const browsing = useBrowser(world);
const APPLICATIONS = '/account/developer/applications';

/** A tab of an administrator with a fresh second factor. */
async function signedIn(username: string, options: TabOptions): Promise<Tab> {
  await newPerson(world, username);
  const secret = await enrol(world, username);
  await world.platform.db.user.update({ where: { username }, data: { role: 'admin' } });
  const tab = await browsing.newTab(options);
  await tab.open('/account/sign-in');
  await tab.send({ 'Username or e-mail': username, Password: PASSWORD }, 'Sign in');
  await tab.send({ Code: codeOf(world, secret) }, 'Sign in');
  return tab;
}

const WRONG = 'javascript:alert(1)\nhttps://Pack.example/\nhttps://pack.example/cb';
const RIGHT = 'https://packwright.example/oauth/callback\nhttp://127.0.0.1/callback';

describe('the pages of an application', () => {
  it('an application is registered, submitted, approved and deleted without JavaScript', async () => {
    const tab = await signedIn('ann', { javaScript: false });
    await tab.open(APPLICATIONS);
    await tab.page.getByRole('link', { name: 'Register an application' }).click();
    await tab.page.getByRole('link', { name: 'Register a public application' }).click();
    await tab.page.getByLabel('Create mods and change their texts and images').check();
    await tab.send({ Name: 'Packwright', 'Redirect URIs': WRONG }, 'Register an application');
    const uris = tab.page.getByLabel('Redirect URIs');
    expect(await uris.getAttribute('aria-invalid')).toBe('true');
    expect(await uris.inputValue()).toBe(WRONG);
    await tab.send({ 'Redirect URIs': RIGHT }, 'Register an application');
    expect(await tab.heading()).toBe('Packwright');
    await tab.send({}, 'Submit for review');
    // An administrator cannot review an own application.
    const reviewer = await signedIn('rita', { javaScript: false });
    await reviewer.open(APPLICATIONS);
    await reviewer.page.getByRole('link', { name: 'Reviews' }).click();
    await reviewer.page.getByRole('link', { name: 'Packwright' }).click();
    await reviewer.send({ 'Note to the owner': 'Welcome.' }, 'Approve');
    expect(await reviewer.page.getByRole('status').textContent()).toContain('is approved');
    reviewer.expectQuiet();
    await reviewer.close();
    await tab.open(APPLICATIONS);
    await tab.page.getByRole('link', { name: 'Packwright' }).click();
    expect(await tab.page.locator('blockquote').textContent()).toBe('Welcome.');
    await tab.page.getByRole('link', { name: 'Delete this application' }).click();
    await tab.send({}, 'Delete permanently');
    expect(tab.path()).toBe(APPLICATIONS);
    tab.expectQuiet();
    await tab.close();
  });

  it('a new client secret is shown until the owner leaves the page, and not on the way back', async () => {
    const tab = await signedIn('bob', { javaScript: false });
    await tab.open(`${APPLICATIONS}/new/confidential`);
    await tab.send({ Name: 'Server' }, 'Register an application');
    const secret = (await tab.page.locator('code.secret').last().textContent()) ?? '';
    expect(secret).toMatch(/^mfoc_/);
    await tab.page.getByRole('link', { name: 'I have saved the secret' }).click();
    expect(await tab.page.content()).not.toContain(secret);
    await tab.page.goBack().catch(() => undefined);
    const shown = () => tab.page.content().catch(() => secret);
    await expect.poll(shown).not.toContain(secret);
    await tab.close();
  });
});

describe.each<[string, TabOptions]>([
  ['light', {}],
  ['dark', { dark: true }],
  ['narrow', { width: 375 }],
])('the pages of applications, %s', (look, options) => {
  // It opens more than twenty pages.
  it('application pages have no axe violations and fit the window', {
    timeout: 180_000,
  }, async () => {
    const tab = await signedIn(look, options);
    const reviewer = await signedIn(`reviewer-${look}`, options);
    const { page } = tab;
    const check = async (name: string, shown = tab) => {
      await shown.shoot(`applications-${look}-${name}`);
      expect([name, await shown.violations()]).toEqual([name, []]);
      expect([name, await shown.scrollsSideways()]).toEqual([name, false]);
    };
    const checkAt = async (name: string, path: string) => {
      await tab.open(path);
      await check(name);
    };
    await checkAt('none', APPLICATIONS);
    await checkAt('choose', `${APPLICATIONS}/new`);
    await checkAt('new', `${APPLICATIONS}/new/public`);
    await page.getByLabel('Create mods and change their texts and images').check();
    await tab.send({ Name: 'my modport', 'Redirect URIs': WRONG }, 'Register an application');
    await check('new-wrong');
    await tab.send({ Name: `Pack, ${look}`, 'Redirect URIs': RIGHT }, 'Register an application');
    await check('detail');
    await tab.send({}, 'Submit for review');
    await check('pending');
    await tab.open(`${APPLICATIONS}/new/confidential`);
    await tab.send({ Name: `Server, ${look}` }, 'Register an application');
    await check('secret');
    await page.getByRole('link', { name: 'I have saved the secret' }).click();
    await check('confidential');
    await page.getByRole('link', { name: 'Replace the secret' }).click();
    await check('rotate');
    await checkAt('list', APPLICATIONS);
    await checkAt('own-reviews', '/account/review/applications');
    await page.getByRole('link', { name: `Pack, ${look}` }).click();
    await check('own-review');
    await reviewer.open('/account/review/applications');
    await check('reviews', reviewer);
    await reviewer.page.getByRole('link', { name: `Pack, ${look}` }).click();
    await check('review', reviewer);
    await reviewer.send({}, 'Reject');
    await check('review-wrong', reviewer);
    await reviewer.send({ 'Note to the owner': 'Fine.' }, 'Approve');
    reviewer.expectQuiet();
    await reviewer.close();
    const { id, ownerId: userId } = await world.platform.db.app.findFirstOrThrow({
      where: { name: `Pack, ${look}` },
    });
    if (userId === null) throw new Error('an application of a user has an owner');
    await checkAt('approved', `${APPLICATIONS}/${id}`);
    await checkAt('delete', `${APPLICATIONS}/${id}/delete`);
    await checkAt('no-grants', '/account/applications');
    await world.platform.db.appGrant.create({
      data: { appId: id, userId, scopes: ['openid', 'mods:read', 'mods:write'] },
    });
    await checkAt('grants', '/account/applications');
    for (const language of ['ru', 'de']) {
      await checkAt(language, `${APPLICATIONS}/${id}?lang=${language}`);
      await checkAt(`${language}-new`, `${APPLICATIONS}/new`);
    }
    tab.expectQuiet();
    await tab.close();
  });
});
