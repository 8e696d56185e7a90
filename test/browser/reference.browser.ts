import { describe, expect, it, vi } from 'vitest';
import type { Json } from '../actors.js';
import { useWorld } from '../harness.js';
import { newMod } from '../pages/mods/mod-world.js';
import { newGame } from '../publishing.js';
import { type Tab, type TabOptions, useBrowser } from './driver.js';

const world = useWorld();
const browsing = useBrowser(world);

/**
 * Opens or closes the block of an operation. The click changes the fragment of the address; a usual
 * click would wait for that, while the library draws the page.
 */
function toggle(tab: Tab, operationId: string): Promise<void> {
  const block = tab.page.locator(`.opblock[id$="-${operationId}"]`);
  return block.locator('.opblock-summary-control').dispatchEvent('click');
}

/** Sends the request that the reference offers for an operation; returns status and address. */
async function tryOut(tab: Tab, operationId: string): Promise<string> {
  const block = tab.page.locator(`.opblock[id$="-${operationId}"]`);
  const attempt = block.getByRole('button', { name: 'Try it out' });
  // The library can lose a click while it draws the page.
  await vi.waitFor(
    async () => {
      await toggle(tab, operationId);
      await attempt.waitFor({ timeout: 10_000 });
    },
    { timeout: 60_000 },
  );
  await attempt.click();
  const answered = tab.page.waitForResponse(/\/v1\//);
  await block.getByRole('button', { name: 'Execute' }).click();
  const response = await answered;
  // A closed block leaves the page small, however many are tried.
  await toggle(tab, operationId);
  return `${response.status()} ${operationId}`;
}

/** The reads of the API document: those of anyone, and those that need a token. */
async function readsOf(baseUrl: string) {
  const { paths }: Json = await (await fetch(`${baseUrl}/v1/openapi.json`)).json();
  const reads: Json[] = Object.values(paths).flatMap(({ get }: Json) => get ?? []);
  const isOpen = ({ security }: Json) =>
    security.some((way: object) => Object.keys(way).length === 0);
  const named = (list: Json[]) => list.map(({ operationId }) => String(operationId));
  return { open: named(reads.filter(isOpen)), closed: named(reads.filter((it) => !isOpen(it))) };
}

/** The library draws the whole page again for each request, which takes seconds on a busy machine. */
const MANY_REQUESTS = { timeout: 240_000 };

describe('the API reference in a browser', () => {
  it(
    'a visitor tries every read without a credential, and each succeeds with the offered values',
    MANY_REQUESTS,
    async () => {
      const ann = await world.creator('ann');
      await newGame(world, 'brackenvale');
      await newMod(world, ann, 'brackenvale');
      const { open } = await readsOf(world.baseUrl);
      const tab = await browsing.newTab();
      await tab.open('/docs');
      const tried: string[] = [];
      for (const operationId of open) tried.push(await tryOut(tab, operationId));
      expect(tried).toEqual(open.map((operationId) => `200 ${operationId}`));
      await tab.close();
    },
  );

  it(
    'a user tries reads with a token, and every read offers a request',
    MANY_REQUESTS,
    async () => {
      const bob = await world.creator('bob');
      const tab = await browsing.newTab();
      await tab.open('/docs');
      await tab.page.getByRole('button', { name: 'Authorize' }).first().click();
      await tab.page
        .getByRole('textbox', { name: 'Value' })
        .first()
        .fill(bob.token ?? '');
      await tab.page.getByRole('button', { name: 'Apply credentials' }).first().click();
      await tab.page.getByRole('button', { name: 'Close' }).first().click();
      for (const operationId of ['getMe', 'listMyResources', 'getApiKeyCapabilities']) {
        expect(await tryOut(tab, operationId)).toBe(`200 ${operationId}`);
      }
      const { closed } = await readsOf(world.baseUrl);
      for (const operationId of closed) {
        const block = tab.page.locator(`.opblock[id$="-${operationId}"]`);
        await toggle(tab, operationId);
        await block.locator('.try-out').getByRole('button').waitFor();
        await toggle(tab, operationId);
      }
      await tab.close();
    },
  );

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
