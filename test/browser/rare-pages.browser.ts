import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { setPassword } from '../../src/modules/identity/index.js';
import { createSystemContext } from '../../src/request/context.js';
import { newId } from '../../src/request/ids.js';
import { useWorld } from '../harness.js';
import { CHOSEN, linkTo } from '../pages/account/mailbox.js';
import { lanternMod, type PublishedMod } from '../pages/mods/mod-world.js';
import { newPerson, PASSWORD } from '../pages/people.js';
import { bareMod } from '../publishing.js';
import { type Tab, type TabOptions, useBrowser } from './driver.js';
import { signedInTab } from './sign-in.js';

const folder = mkdtempSync(join(tmpdir(), 'modport-legal-'));
writeFileSync(join(folder, 'privacy.md'), '# Privacy\n\nWe sell nothing.\n\n## Logs\n\n- a\n- b');

const world = useWorld({ LEGAL_DIR: folder });
const browsing = useBrowser(world);

const LOOKS: readonly [string, TabOptions][] = [
  ['en', { width: 375 }],
  ['ru', { width: 768, dark: true, locale: 'ru' }],
  ['de', { width: 1280, locale: 'de' }],
];

/** Checks the page of a tab, or a page that it opens first. */
type Inspect = (name: string, path?: string) => Promise<void>;

const inspectorOf =
  (tab: Tab, look: string): Inspect =>
  async (name, path) => {
    if (path !== undefined) await tab.open(path);
    await tab.shoot(`rare-${name}-${look}`);
    expect([name, await tab.violations()]).toEqual([name, []]);
    expect([name, await tab.scrollsSideways()]).toEqual([name, false]);
  };

// The order matters: these tests see the service before its first game.
describe.each(LOOKS)('a service without games, in %s %j', (locale, options) => {
  it('the pages of an empty catalog are accessible and fit the window', async () => {
    const tab = await browsing.newTab(options);
    const inspect = inspectorOf(tab, locale);
    await inspect('empty-home', '/');
    await inspect('empty-mods', '/mods');
    await inspect('empty-games', '/games');
    tab.expectQuiet();
    await tab.close();
  });
});

describe.each(LOOKS)('pages that few visitors see, in %s %j', (locale, options) => {
  let lantern: PublishedMod;
  let draftId: string;
  const gone = newId();

  beforeAll(async () => {
    const creator = await world.creator(`creator-${locale}`);
    ({ lantern } = await lanternMod(world, creator, `game-${locale}`));
    draftId = (await bareMod(creator, `game-${locale}`)).id;
    await world.platform.db.tombstone.create({ data: { id: gone, entity: 'mod' } });
    const ctx = createSystemContext(world.platform, 'test');
    await setPassword(ctx, { username: `creator-${locale}`, password: PASSWORD });
  });

  it('messages, reports and legal texts are accessible and fit the window', async () => {
    const tab = await browsing.newTab(options);
    const inspect = inspectorOf(tab, locale);
    await inspect('missing', '/nowhere');
    await inspect('gone', `/mods/${gone}`);
    await inspect('legal', '/legal/privacy');
    await inspect('report', `/report?mod=${lantern.modId}`);
    await tab.page.locator('main button').click();
    await inspect('report-faults');
    const send = async () => {
      await tab.page.locator('input[value=other]').check();
      await tab.page.locator('#text').fill('It does not start.');
      await tab.navigate(() => tab.page.locator('main button').click());
    };
    await tab.page.context().clearCookies();
    await send();
    await inspect('report-stale');
    expect(await tab.page.locator('#text').inputValue()).toBe('It does not start.');
    await tab.page.locator('main a.button').click();
    await tab.page.waitForSelector('input[value=other]');
    await send();
    await inspect('report-sent');
    expect(await tab.page.locator('#text').count()).toBe(0);
    tab.expectQuiet();
    await tab.close();
  });

  it('a draft without a cover and the decision about a report are accessible and fit', async () => {
    const reported = { modId: lantern.modId, reason: 'other', text: 'It does not start.' } as const;
    const decided = {
      state: 'upheld',
      statement: 'Seen.',
      decidedAt: world.clock.now(),
      waitingSince: world.clock.now(),
    } as const;
    const { id } = await world.platform.db.modReport.create({ data: { ...reported, ...decided } });
    const tab = await signedInTab(browsing, `creator-${locale}`, options);
    const inspect = inspectorOf(tab, locale);
    await inspect('draft', `/mods/${draftId}`);
    await inspect('decision', `/account/reports/${id}`);
    tab.expectQuiet();
    await tab.close();
  });

  it('the pages of links in mails are accessible and fit the window', async () => {
    const [username, email] = [`mia-${locale}`, `mia-${locale}@example.org`];
    const tab = await browsing.newTab(options);
    const inspect = inspectorOf(tab, locale);
    const press = () => tab.navigate(() => tab.page.locator('main button').press('Enter'));
    await tab.open('/account/sign-up');
    await tab.page.locator('#username').fill(username);
    await tab.page.locator('#email').fill(email);
    await tab.page.locator('#password').fill(CHOSEN);
    await press();
    await inspect('signed-up');
    const verification = await linkTo(world, email);
    await inspect('verify', verification);
    await press();
    await inspect('verified');
    await inspect('verify-stale', verification);
    await tab.open('/account/forgot-password');
    await tab.page.locator('#email').fill(email);
    await press();
    await inspect('reset-sent');
    const reset = await linkTo(world, email);
    await inspect('reset', reset);
    await tab.page.locator('#new').fill('password1');
    await tab.page.locator('#repeated').fill('password1');
    await press();
    await inspect('reset-faults');
    await tab.page.locator('#new').fill(PASSWORD);
    await tab.page.locator('#repeated').fill(PASSWORD);
    await press();
    await inspect('reset-done');
    await inspect('reset-stale', reset);
    tab.expectQuiet();
    await tab.close();
  });
});

describe('the masthead on a phone', () => {
  const rowsOf = (tab: Tab) =>
    tab.page.evaluate<number>(`(() => {
      const shown = [...document.querySelectorAll('.bar > *')].map((it) => it.getBoundingClientRect());
      const middles = shown.filter(({ height }) => height > 0).map(({ top, height }) => top + height / 2);
      return new Set(middles.map((it) => Math.round(it / 20))).size;
    })()`);

  it.each([
    ['en', 375],
    ['ru', 375],
    ['de', 320],
  ])(
    'a user in %s at %i pixels has two rows, and the search alone in the second',
    async (locale, width) => {
      const username = `a-name-of-exactly-39-letters-for-a-${locale}-`.padEnd(39, 'x');
      await newPerson(world, username);
      const tab = await signedInTab(browsing, username, { locale, width });
      expect(await rowsOf(tab)).toBe(2);
      expect(await tab.scrollsSideways()).toBe(false);
      await tab.close();
    },
  );

  it.each([true, false])(
    'a keyboard opens the menu of the account and signs out (JavaScript: %s)',
    async (javaScript) => {
      const username = `menu-${javaScript}`;
      await newPerson(world, username);
      const tab = await signedInTab(browsing, username, { javaScript, width: 375 });
      const { page } = tab;
      const signOut = page.getByRole('button', { name: 'Sign out', exact: true });
      expect(await signOut.isVisible()).toBe(false);
      await page.getByRole('button', { name: `Account: ${username}` }).press('Enter');
      await signOut.waitFor();
      await tab.shoot('rare-account-menu');
      if (javaScript) expect(await tab.violations()).toEqual([]);
      await page.keyboard.press('Escape');
      expect(await signOut.isVisible()).toBe(false);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await tab.navigate(() => page.keyboard.press('Enter'));
      expect(await page.getByRole('status').textContent()).toContain('You are signed out.');
      tab.expectQuiet();
      await tab.close();
    },
  );

  it('a page with a search of its own has no second one', async () => {
    const tab = await browsing.newTab({ width: 375 });
    const searches = () => tab.page.getByRole('searchbox').or(tab.page.getByRole('combobox'));
    for (const path of ['/', '/mods', '/games']) {
      await tab.open(path);
      const fields = await searches().evaluateAll(
        (all) => all.filter((it) => it.tagName === 'INPUT' && it.checkVisibility()).length,
      );
      expect([path, fields]).toEqual([path, 1]);
    }
    await tab.close();
  });
});
