import { beforeAll, describe, expect, it } from 'vitest';
import { setPassword } from '../../src/modules/identity/index.js';
import { createSystemContext } from '../../src/request/context.js';
import { useWorld } from '../harness.js';
import { lanternMod, type PublishedMod } from '../pages/mods/mod-world.js';
import { newPerson, PASSWORD } from '../pages/people.js';
import { bareMod } from '../publishing.js';
import { type Tab, useBrowser } from './driver.js';
import { enter, follow, tabTo, typeInto, typeSignIn } from './keyboard.js';

const world = useWorld();
const browsing = useBrowser(world);
let lantern: PublishedMod;

beforeAll(async () => {
  ({ lantern } = await lanternMod(world, await world.creator('ann'), 'brackenvale'));
});

/** Expects no axe violations. The checker is a script, so it needs a tab that runs scripts. */
async function expectAccessible(tab: Tab, javaScript: boolean): Promise<void> {
  if (javaScript) expect([tab.path(), await tab.violations()]).toEqual([tab.path(), []]);
}

const SETTINGS = 'nav.places';

describe.each<[locale: string, javaScript: boolean, title: string]>([
  ['en', true, 'Lantern'],
  ['ru', false, 'Фонарь'],
  ['de', true, 'Laterne'],
  ['en', false, 'Lantern'],
])('a user in %s without a mouse (JavaScript: %s)', (locale, javaScript, title) => {
  const name = (prefix: string) => `${prefix}-${locale}-${javaScript}`;
  const newTab = () => browsing.newTab({ locale, javaScript, width: 1280 });

  it('a player finds a mod, reads about mod managers and gets the file', async () => {
    const tab = await newTab();
    const { page } = tab;
    await tab.open('/');
    await typeInto(tab, '.hero input[name="q"]', title);
    await enter(tab);
    expect(tab.path()).toBe(`/mods?${new URLSearchParams({ q: title })}`);
    await expectAccessible(tab, javaScript);
    await follow(tab, `.mod-card a[href="/mods/${lantern.modId}"]`);
    await expectAccessible(tab, javaScript);
    await tabTo(tab, '.mod-get button.primary');
    const started = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await started).suggestedFilename()).toBe('mod.zip');
    await tabTo(tab, '[data-hand-off]');
    expect(await page.locator('[data-hand-off]').getAttribute('href')).toBe(
      `service://download?v=1&artifact_id=${lantern.artifactId}`,
    );
    await tabTo(tab, '.help summary');
    await page.keyboard.press('Enter');
    expect(await page.locator('.help p').first().isVisible()).toBe(true);
    await follow(tab, '.preview a');
    expect(await page.locator('.plan > li').count()).toBe(2);
    await expectAccessible(tab, javaScript);
    tab.expectQuiet();
    await tab.close();
  });

  it('a creator makes a key for one mod', async () => {
    const username = name('maker');
    const creator = await world.creator(username);
    const { id: modId } = await bareMod(creator, 'brackenvale');
    const ctx = createSystemContext(world.platform, 'test');
    await setPassword(ctx, { username, password: PASSWORD });
    const tab = await newTab();
    const { keyboard } = tab.page;
    await typeSignIn(tab, username, PASSWORD);
    await follow(tab, `${SETTINGS} a[href="/account/keys"]`);
    await follow(tab, 'main a[href="/account/keys/new"]');
    await typeInto(tab, '#name', 'Nightly build');
    await tabTo(tab, 'input[name="scopes"][value="webhooks:read"]');
    await keyboard.press('Space');
    await tabTo(tab, `input[name="mods"][value="${modId}"]`);
    await keyboard.press('Space');
    // The lifetime that the form proposes is the second of three.
    await tabTo(tab, 'input[name="days"]:checked');
    await keyboard.press('ArrowUp');
    await expectAccessible(tab, javaScript);
    await follow(tab, 'main button');
    expect((await tab.page.locator('code.secret').textContent())?.length).toBeGreaterThan(30);
    await expectAccessible(tab, javaScript);
    await follow(tab, 'main .actions a');
    expect(await tab.page.locator('.key').first().textContent()).toContain('Nightly build');
    const { userId } = creator;
    const { scopes } = await world.platform.db.credential.findFirstOrThrow({
      where: { userId, name: 'Nightly build' },
    });
    expect(scopes).toEqual(['webhooks:read']);
    tab.expectQuiet();
    await tab.close();
  });

  it('a user downloads their data, requests the deletion and changes their mind', async () => {
    const username = name('leaver');
    await newPerson(world, username, `${username}@example.org`);
    const tab = await newTab();
    const { page } = tab;
    await typeSignIn(tab, username, PASSWORD);
    await follow(tab, `${SETTINGS} a[href="/account/export"]`);
    await expectAccessible(tab, javaScript);
    await typeInto(tab, '#password', PASSWORD);
    await enter(tab);
    await world.settled();
    await tab.open('/account/export');
    await follow(tab, 'main a[href$="/file"]');
    await typeInto(tab, '#password', PASSWORD);
    await enter(tab);
    await tabTo(tab, 'main a.button');
    const started = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await started).suggestedFilename()).toMatch(/\.json$/);
    await tab.open('/account/delete');
    await expectAccessible(tab, javaScript);
    await typeInto(tab, '#username', username);
    await typeInto(tab, '#password', PASSWORD);
    await enter(tab);
    await typeSignIn(tab, username, PASSWORD);
    expect(tab.path()).toBe('/account/delete');
    await expectAccessible(tab, javaScript);
    await follow(tab, 'main form[action$="/cancel"] button');
    expect(await page.getByRole('status').count()).toBe(1);
    const user = await world.platform.db.user.findUniqueOrThrow({ where: { username } });
    expect(user.deletionDueAt).toBeNull();
    tab.expectQuiet();
    await tab.close();
  });
});
