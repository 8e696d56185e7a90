import { beforeAll, describe, expect, it } from 'vitest';
import { setPassword } from '../../src/modules/identity/index.js';
import { createSystemContext } from '../../src/request/context.js';
import { useWorld } from '../harness.js';
import { codeOf, enrol, PASSWORD } from '../pages/people.js';
import { draftMod, newGame } from '../publishing.js';
import { type Tab, type TabOptions, useBrowser } from './driver.js';
import { signedInTab } from './sign-in.js';

const world = useWorld();
const browsing = useBrowser(world);
const PUBLISHERS = '/account/publishers';

beforeAll(() => newGame(world, 'brackenvale'));

/** A tab of an owner of the mod "Lantern Road", with a fresh second factor. */
async function owner(username: string, options: TabOptions): Promise<Tab> {
  const creator = await world.creator(username);
  await draftMod(creator, 'brackenvale', { title: { en: 'Lantern Road' } });
  const ctx = createSystemContext(world.platform, 'test');
  await setPassword(ctx, { username, password: PASSWORD });
  const code = codeOf(world, await enrol(world, username));
  return signedInTab(browsing, username, { ...options, code });
}

describe.each([{ javaScript: true }, { javaScript: false }])('publishers with %j', (options) => {
  it('an owner adds a workflow after a wrong input, and removes it', async () => {
    const tab = await owner(`owner-${options.javaScript}`, { ...options, width: 375 });
    const { page } = tab;
    await tab.open(PUBLISHERS);
    await page.getByRole('link', { name: 'Lantern Road' }).click();
    await page.getByRole('link', { name: 'Add a workflow' }).click();
    await page.getByLabel('GitHub Actions').check();
    await tab.send({ Repository: 'lanterns', 'File of the workflow': 'r.yml' }, 'Add a workflow');
    expect(await page.locator('#repository').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#workflow').inputValue()).toBe('r.yml');
    await tab.send({ Repository: 'ada/lanterns' }, 'Add a workflow');
    expect(await page.getByRole('status').textContent()).toContain('can now publish versions');
    await page.getByRole('link', { name: 'Remove: ada/lanterns, r.yml' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    expect(await page.getByRole('status').textContent()).toContain('can no longer publish');
    tab.expectQuiet();
    await tab.close();
  });
});

describe.each<[string, TabOptions]>([
  ['en', { width: 375, dark: true }],
  ['ru', { width: 768, locale: 'ru' }],
  ['de', { width: 1280, locale: 'de' }],
])('pages of trusted publishers in %s %j', (locale, options) => {
  it('the pages have no axe violations and fit the window', async () => {
    const tab = await owner(`looks-${locale}`, options);
    const { page } = tab;
    const check = async (name: string) => {
      await tab.shoot(`publishers-${name}-${locale}`);
      expect([name, await tab.violations()]).toEqual([name, []]);
      expect([name, await tab.scrollsSideways()]).toEqual([name, false]);
    };
    await tab.open(PUBLISHERS);
    await check('mods');
    await page.getByRole('link', { name: 'Lantern Road' }).click();
    await check('empty');
    await tab.open(`${tab.path()}/new`);
    await check('new');
    await page.locator('#repository').fill('ada/lanterns');
    await page.locator('#workflow').fill('a-release-workflow-with-a-long-name.yml');
    await page.locator('#ref').fill('main');
    await page.locator('main button[type=submit]').click();
    await page.locator('#ref-fault').waitFor();
    await check('fault');
    await page.locator('#ref').fill('refs/tags/v*');
    await page.locator('main button[type=submit]').click();
    await page.getByRole('status').waitFor();
    await check('list');
    await page.locator('a.danger').click();
    await page.locator('button.danger').waitFor();
    await check('remove');
    tab.expectQuiet();
    await tab.close();
  });
});
