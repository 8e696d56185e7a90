import { describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { type TabOptions, useBrowser } from './driver.js';

const world = useWorld();
const browsing = useBrowser(world);

describe('the API reference in a browser', () => {
  it.each([
    ['install plan', ['resolveInstallPlan']],
    ['GET games', ['getGame', 'listGames']],
    ['nothing has this name', []],
  ])('the filter of the reference finds operations by "%s"', async (phrase, expected) => {
    const tab = await browsing.newTab();
    await tab.open('/docs');
    await tab.page.locator('.operation-filter-input').fill(phrase);
    // The library shows the webhooks below, and filters only the operations.
    const shown = tab.page.locator('.opblock:not([id*="-webhooks-receive"])');
    const operations = async () =>
      (await shown.evaluateAll((blocks) => blocks.map(({ id }) => id.split('-').at(-1)))).sort();
    await expect.poll(operations).toEqual(expected);
    tab.expectQuiet();
    await tab.close();
  });

  it('each group of operations leads to its guide', async () => {
    const tab = await browsing.newTab();
    await tab.open('/docs');
    const guides = tab.page.locator('.opblock-tag a[href^="/guides/"]');
    await guides.first().waitFor();
    const paths = await guides.evaluateAll((links) =>
      links.map((link) => link.getAttribute('href') ?? ''),
    );
    expect(paths.length).toBeGreaterThan(6);
    for (const path of new Set(paths)) {
      expect([path, (await fetch(`${world.baseUrl}${path}`)).status]).toEqual([path, 200]);
    }
    await tab.close();
  });
});

describe.each<[string, TabOptions]>([
  ['en', { width: 375 }],
  ['de', { width: 1280, dark: true, locale: 'de' }],
])('the guides in a browser, in %s %j', (locale, options) => {
  it('the guides fit the window and have no axe violations', async () => {
    const tab = await browsing.newTab(options);
    for (const [page, path] of [
      ['list', '/guides'],
      ['search', '/guides?q=signed'],
      ['guide', '/guides/operations'],
    ] as const) {
      await tab.open(path);
      await tab.shoot(`guides-${page}-${locale}-${options.width}`);
      expect([page, await tab.violations()]).toEqual([page, []]);
      expect([page, await tab.scrollsSideways()]).toEqual([page, false]);
    }
    tab.expectQuiet();
    await tab.close();
  });
});
