import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { newPerson } from '../pages/people.js';
import { archiveOf, bareMod, declarationOf, draftVersion, newGame } from '../publishing.js';
import { type TabOptions, useBrowser } from './driver.js';
import { signedInTab } from './sign-in.js';

const world = useWorld();
const browsing = useBrowser(world);

beforeAll(async () => {
  await newPerson(world, 'ada');
  await newGame(world, 'brackenvale');
});

const signedIn = (options: TabOptions) => signedInTab(browsing, 'ada', options);

describe.each<[string, TabOptions]>([
  ['en', { width: 375 }],
  ['ru', { width: 375, dark: true, locale: 'ru' }],
  ['de', { width: 1280, locale: 'de' }],
  ['en', { width: 1280, dark: true }],
])('pages of the first use, in %s %j', (locale, options) => {
  it('the pages of the first use fit the window and have no axe violations', async () => {
    const name = `${locale}-${options.width}${options.dark ? '-dark' : ''}`;
    const tab = await signedIn(options);
    for (const [page, path] of [
      ['not-found', '/nope'],
      ['password', '/.well-known/change-password'],
    ] as const) {
      await tab.open(path);
      await tab.shoot(`first-${page}-${name}`);
      expect([page, await tab.violations()]).toEqual([page, []]);
      expect([page, await tab.scrollsSideways()]).toEqual([page, false]);
    }
    tab.expectQuiet();
    await tab.close();
  });
});

describe('a language link on a page with a form', () => {
  it('a language link opens a new tab, keeps the form input, and sets the language of the next page', async () => {
    const tab = await signedIn({});
    await tab.open('/account/developer/applications/new/public');
    await tab.page.locator('#name').fill('Packwright');
    const opened = tab.page.waitForEvent('popup');
    await tab.page.getByRole('link', { name: 'Deutsch' }).click();
    const other = await opened;
    await other.waitForLoadState();
    expect(await other.locator('html').getAttribute('lang')).toBe('de');
    expect(await tab.page.locator('#name').inputValue()).toBe('Packwright');
    await tab.page.locator('#redirect_uris').fill('https://app.example/callback');
    await tab.navigate(() => tab.page.locator('main button[type=submit]').click());
    expect(await tab.page.locator('html').getAttribute('lang')).toBe('de');
    await tab.close();
  });
});

describe('the playground', () => {
  it.each([
    ['a phone', 375],
    ['a desktop', 1280],
  ])('the playground fits %s and names the signed-in user', async (_what, width) => {
    const tab = await signedIn({ width });
    await tab.open('/playground');
    const editor = tab.page.locator('.query-editor__input .cm-content:visible').first();
    await editor.waitFor();
    await tab.shoot(`playground-${width}`);
    expect(await editor.textContent()).toContain('You are signed in as ada.');
    expect(await tab.scrollsSideways()).toBe(false);
    const seen = await tab.page.evaluate(`(() => {
      const all = [...document.querySelectorAll('.send-request__button')];
      const send = all.find((it) => it.offsetWidth > 0);
      const joke = document.querySelector('.query-result__none-subtext');
      return {
        isCut: send.scrollWidth > send.clientWidth || send.scrollHeight > send.clientHeight,
        isInside: send.getBoundingClientRect().right <= innerWidth,
        joke: getComputedStyle(joke).fontSize,
      };
    })()`);
    expect(seen).toEqual({ isCut: false, isInside: true, joke: '0px' });
    const box = await editor.boundingBox();
    expect(box && box.x >= 0 && box.x + 150 < width).toBe(true);
    await tab.page.getByText('Mutation', { exact: true }).first().click();
    await tab.page.waitForFunction(
      "[...document.querySelectorAll('.cm-content')].some((it) => it.textContent.includes('This mutation makes a draft'))",
    );
    await tab.shoot(`playground-mutation-${width}`);
    await tab.close();
  });
});

describe('a page of another site', () => {
  let site: Server;
  let origin = '';
  beforeAll(async () => {
    site = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end('<p>Wiki'));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    site.closeAllConnections();
    site.close();
  });

  it('a page of another site can read the catalog and upload to a signed address, but cannot use cookies', async () => {
    const actor = await world.creator('uploader');
    const { id: modId } = await bareMod(actor, 'brackenvale');
    const { id: versionId } = await draftVersion(actor, modId, { version: '1' });
    const bytes = archiveOf('from a page');
    const made = await actor.post(
      '/uploads',
      declarationOf({ modId, versionId }, new Uint8Array(bytes)),
    );
    const { url, headers } = made.body.data.upload;
    const tab = await signedIn({ leadsTo: [`${origin}/`] });
    await tab.page.goto(`${origin}/`);
    const sent = { base: world.baseUrl, url, headers, bytes: [...bytes] };
    const seen = await tab.page.evaluate(`(async ({ base, url, headers, bytes }) => {
      const mods = await fetch(base + '/v1/mods', { headers: { 'If-None-Match': '"x"' } });
      const put = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
      const me = await fetch(base + '/graphql', { method: 'POST', credentials: 'include',
        headers: { 'Content-Type': 'application/json' }, body: '{"query":"{ getMe { user { id } } }"}' })
        .then(() => 'read', () => 'refused');
      return [mods.status, mods.headers.get('etag') !== null, put.status, put.headers.get('etag') !== null, me];
    })(${JSON.stringify(sent)})`);
    expect(seen).toEqual([200, true, 200, true, 'refused']);
    await tab.close();
  });
});
