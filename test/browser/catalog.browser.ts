import { describe, expect, it } from 'vitest';
import { HOSTILE, useShelves } from '../pages/catalog/shelves.js';
import { type Tab, type TabOptions, useBrowser } from './driver.js';

const world = useShelves();
const browsing = useBrowser(world);

const PAGES = [
  ['home', '/'],
  ['games', '/games'],
  ['game', '/games/wharf'],
  ['game-empty', '/games/empty-game'],
  ['mods', '/mods'],
  ['found', '/mods?q=night&game=wharf&loader=forge'],
  ['none', '/mods?q=xyzzyplugh'],
  ['author', '/users/seeder-wharf'],
  ['expired', '/mods?cursor=x'],
] as const;

describe.each<[string, TabOptions]>([
  ['en', { width: 375 }],
  ['ru', { width: 375, dark: true, locale: 'ru' }],
  ['de', { width: 1280, locale: 'de' }],
  ['en', { width: 1280, dark: true }],
])('pages of the catalog, in %s %j', (locale, options) => {
  it('the pages of the catalog fit the window and have no axe violations', async () => {
    const tab = await browsing.newTab(options);
    for (const [page, path] of PAGES) {
      await tab.open(path);
      await tab.shoot(`catalog-${page}-${locale}-${options.width}${options.dark ? '-dark' : ''}`);
      expect([page, await tab.violations()]).toEqual([page, []]);
      expect([page, await tab.scrollsSideways()]).toEqual([page, false]);
    }
    await tab.close();
  });
});

describe('a text of an author', () => {
  it('a word of any length breaks no page, and no text runs', async () => {
    await world.publish({ title: { en: 'W'.repeat(120) }, description: { en: 'W'.repeat(9_000) } });
    const tab = await browsing.newTab({ width: 320 });
    for (const path of ['/', '/mods', '/games/wharf', '/users/seeder-wharf']) {
      await tab.open(path);
      expect([path, await tab.scrollsSideways()]).toEqual([path, false]);
    }
    expect(await tab.page.getByText(HOSTILE.slice(0, 40)).count()).toBeGreaterThan(0);
    await tab.close();
  });
});

const titles = (tab: Tab) => tab.page.locator('.mod-card h2').allTextContents();

describe.each([true, false])('the list of mods, with JavaScript: %s', (javaScript) => {
  it('a visitor searches, filters, removes a filter and turns the page', async () => {
    const tab = await browsing.newTab({ javaScript, width: 375 });
    await tab.open('/');
    await tab.page.locator('.hero input[name="q"]').fill('night');
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL('**/mods?q=night');
    expect(await titles(tab)).toEqual(['Night Harbor', 'Night Market']);
    // A phone shows the filters on demand.
    const forge = tab.page.getByRole('link', { name: 'forge 1' });
    expect(await forge.isVisible()).toBe(false);
    await tab.page.locator('.catalog-filters > summary').click();
    await forge.click();
    expect(await titles(tab)).toEqual(['Night Market']);
    await tab.page.locator('.chips').getByRole('link', { name: 'Loader: forge' }).click();
    expect(await titles(tab)).toHaveLength(2);
    await tab.open('/mods?limit=1&sort=latest&q=night');
    await tab.page.getByRole('link', { name: 'Next page' }).click();
    expect(await titles(tab)).toEqual(['Night Market']);
    await tab.page.getByRole('link', { name: 'First page' }).click();
    expect(await titles(tab)).toEqual(['Night Harbor']);
    await tab.close();
  });
});

describe('the filters on a wide window', () => {
  it('the filters are open without a click, and a keyboard reaches them', async () => {
    const tab = await browsing.newTab({ width: 1280 });
    await tab.open('/mods?q=night');
    const magic = tab.page.getByRole('link', { name: 'Magic 1' });
    expect(await magic.isVisible()).toBe(true);
    await magic.focus();
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL('**category=magic');
    expect(await titles(tab)).toEqual(['Night Harbor']);
    await tab.close();
  });
});

describe('suggestions', () => {
  const field = (tab: Tab) => tab.page.getByRole('banner').getByRole('combobox');
  const options = (tab: Tab) => tab.page.getByRole('option');

  it('a keyboard walks through the suggestions, closes them and opens one', async () => {
    const tab = await browsing.newTab({ width: 375 });
    await tab.open('/games');
    await field(tab).pressSequentially('night');
    await options(tab).first().waitFor();
    expect(await options(tab).count()).toBe(2);
    expect(await field(tab).getAttribute('aria-expanded')).toBe('true');
    await tab.shoot('catalog-suggestions');
    expect(await tab.violations()).toEqual([]);
    expect(await tab.scrollsSideways()).toBe(false);
    const active = () => field(tab).getAttribute('aria-activedescendant');
    const seen: (string | null)[] = [];
    for (let at = 0; at < 4; at += 1) {
      await tab.page.keyboard.press('ArrowDown');
      seen.push(await active());
    }
    expect(seen).toEqual(['suggestions-0-0', 'suggestions-0-1', null, 'suggestions-0-0']);
    await tab.page.keyboard.press('Escape');
    expect(await field(tab).getAttribute('aria-expanded')).toBe('false');
    expect([await field(tab).inputValue(), await active()]).toEqual(['night', null]);
    tab.expectQuiet();
    await tab.page.keyboard.press('ArrowDown');
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL('**/mods/*');
    expect([...world.ids.values()]).toContain(new URL(tab.page.url()).pathname.slice(6));
    await tab.close();
  });

  it('enter without a chosen suggestion searches', async () => {
    const tab = await browsing.newTab({});
    await tab.open('/');
    await field(tab).pressSequentially('lantern');
    await options(tab).first().waitFor();
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL('**/mods?q=lantern');
    await tab.close();
  });

  it('the next text aborts the request of the former one, and one request serves fast typing', async () => {
    const tab = await browsing.newTab({});
    await tab.open('/');
    const asked: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await tab.page.route('**/v1/beta/suggest?*', async (route) => {
      const q = new URL(route.request().url()).searchParams.get('q') ?? '';
      asked.push(q);
      if (q === 'lant') await held;
      await route.continue().catch(() => {});
    });
    const failed = tab.page.waitForEvent('requestfailed');
    await field(tab).pressSequentially('lant');
    await tab.page.waitForRequest('**/v1/beta/suggest?*');
    await field(tab).fill('night');
    expect((await failed).url()).toContain('q=lant');
    release();
    await options(tab).first().waitFor();
    expect(await options(tab).allTextContents()).toEqual([
      'Night Harbor wharf',
      'Night Market wharf',
    ]);
    expect(asked).toEqual(['lant', 'night']);
    await tab.close();
  });

  it('a failed request of suggestions leaves the search as it is', async () => {
    const tab = await browsing.newTab({});
    await tab.open('/');
    await tab.page.route('**/v1/beta/suggest?*', (route) => route.fulfill({ status: 503 }));
    const answered = tab.page.waitForResponse('**/v1/beta/suggest?*');
    await field(tab).pressSequentially('night');
    await answered;
    expect(await field(tab).getAttribute('aria-expanded')).toBe('false');
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL('**/mods?q=night');
    await tab.close();
  });
});
