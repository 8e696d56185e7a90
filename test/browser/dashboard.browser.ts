import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { addedPicture, smallPng } from '../pictures.js';
import { bareMod, newGame, publishedVersion } from '../publishing.js';
import {
  creatorTab,
  dashboardCreator,
  dashboardStaff,
  shown,
  staffTab,
} from './dashboard-people.js';
import { useBrowser } from './driver.js';

const world = useWorld();
const browsing = useBrowser(world);

beforeAll(async () => {
  await newGame(world, 'brackenvale');
  const ann = await dashboardCreator(world, 'ann');
  await dashboardCreator(world, 'zoe');
  const lantern = await bareMod(ann, 'brackenvale', {
    title: { en: 'Lantern', ru: 'Фонарь', de: 'Laterne' },
  });
  await addedPicture(ann, lantern.id, { kind: 'cover' }, await smallPng());
  await publishedVersion(world, ann, lantern.id, { version: '1.0.0' });
  await bareMod(ann, 'brackenvale', { title: { en: 'M'.repeat(120) } });
  await bareMod(ann, 'brackenvale', { title: { en: '🏮'.repeat(60) } });
});

describe('the dashboard', () => {
  it('a visitor without a session signs in and comes back to the view of the address', async () => {
    const tab = await creatorTab(browsing, 'ann', '/dashboard/mods?q=lantern');
    expect(tab.path()).toBe('/dashboard/mods?q=lantern');
    expect(await tab.heading()).toBe('Your mods');
    expect(await tab.page.getByText('1 mod', { exact: true }).isVisible()).toBe(true);
    await tab.page.getByRole('link', { name: 'Overview' }).click();
    await shown(tab);
    expect(await tab.page.getByText('2 mods are drafts').isVisible()).toBe(true);
    await tab.page.getByText('2 mods are drafts').click();
    await tab.page.getByText('2 mods', { exact: true }).waitFor();
    await tab.page.getByLabel('State').selectOption('');
    await tab.page.getByText('3 mods', { exact: true }).waitFor();
    await tab.page.getByLabel('Search by title').fill('фонарь');
    await tab.page.getByText('1 mod', { exact: true }).waitFor();
    expect(tab.path()).toContain('q=');
    await tab.page.getByLabel('Search by title').fill('nothing');
    await tab.page.getByRole('button', { name: 'Reset the filters' }).click();
    await tab.page.getByText('3 mods', { exact: true }).waitFor();
    tab.expectQuiet();
    await tab.close();
  });

  it.each(['en', 'ru', 'de'])(
    'the views in %s are accessible, fit a telephone and complain about nothing',
    async (locale) => {
      for (const [dark, width] of [
        [false, 1280],
        [true, 375],
      ] as const) {
        const tab = await creatorTab(browsing, 'ann', '/dashboard', { locale, dark, width });
        for (const view of ['', '/mods', '/nowhere']) {
          await tab.open(`/dashboard${view}`);
          await shown(tab);
          expect(await tab.violations(), `${view} ${width}`).toEqual([]);
          expect(await tab.scrollsSideways(), `${view} ${width}`).toBe(false);
          await tab.shoot(`dashboard${view.replace('/', '-')}-${locale}-${width}`);
        }
        tab.expectQuiet();
        await tab.close();
      }
    },
  );

  it('a refused form says in the language of the page what to do next, names the faulty field, and is accepted when corrected', async () => {
    const tab = await creatorTab(browsing, 'ann', '/dashboard/webhooks/new', { locale: 'ru' });
    const { page } = tab;
    await page.getByLabel('Адрес вашего сервера').fill('https://hooks.example/modport#part');
    await page.getByRole('button', { name: 'Создать вебхук' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Не всё введено правильно. Исправьте и повторите.').waitFor();
    await alert.getByText('Адрес вашего сервера: здесь не допускается').waitFor();
    expect(await alert.textContent()).not.toMatch(/invalid|input/);
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-refused-ru');
    // The name is optional.
    await page.getByLabel('Адрес вашего сервера').fill('https://hooks.example/modport');
    await page.getByRole('button', { name: 'Создать вебхук' }).click();
    await page.getByRole('heading', { name: 'Вебхук создан' }).waitFor();
    tab.expectQuiet();
    await tab.close();
  });

  it('a view that the service refuses before its operation, after too many requests, waits and opens', async () => {
    const tab = await creatorTab(browsing, 'ann');
    const { page } = tab;
    const document = { code: 'rate_limited', status: 429, detail: 'Wait.', retry_after_seconds: 1 };
    let refusals = 1;
    await page.route('**/graphql', (route) => {
      if (refusals === 0) return route.fallback();
      refusals -= 1;
      const contentType = 'application/problem+json; charset=utf-8';
      return route.fulfill({ status: 429, contentType, body: JSON.stringify(document) });
    });
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    expect([refusals, await page.getByRole('alert').count()]).toEqual([0, 0]);
    tab.expectQuiet();
    await tab.close();
  });

  it('an open page writes nothing as another user who signed in in a second tab, and keeps its input', async () => {
    const tab = await creatorTab(browsing, 'ann', '/dashboard/mods/new');
    const { page } = tab;
    await page.getByLabel('Title').fill('Owl');
    await page.getByRole('textbox', { name: 'Description' }).fill('An owl.');
    const created = () =>
      world.platform.db.mod.count({ where: { title: { equals: { en: 'Owl' } } } });
    const sessions = await page.context().cookies();
    const other = await creatorTab(browsing, 'zoe');
    await page.context().addCookies(await other.page.context().cookies());
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alert').getByText('You are signed in as zoe now').waitFor();
    await page.getByRole('button', { name: 'Reload the page' }).waitFor();
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-other-user');
    expect([await page.getByLabel('Title').inputValue(), await created()]).toEqual(['Owl', 0]);
    await page.context().addCookies(sessions);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/mods\/[0-9a-f-]{36}$/);
    expect(await created()).toBe(1);
    tab.expectQuiet();
    await tab.close();
    await other.close();
  });

  it('a creator without mods sees what to do first', async () => {
    const tab = await creatorTab(browsing, 'zoe');
    expect(await tab.page.getByText('You have no mods yet').isVisible()).toBe(true);
    await tab.shoot('dashboard-empty');
    tab.expectQuiet();
    await tab.close();
  });

  it('a phone shows the places of an administrator behind one button, which the keyboard opens and closes', async () => {
    const root = await dashboardStaff(world, 'root', 'admin');
    const tab = await staffTab(world, browsing, root, '/dashboard/mods', { width: 375 });
    const { page } = tab;
    const button = page.getByRole('button', { name: 'Menu' });
    const menu = page.getByRole('dialog', { name: 'Menu' });
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await button.press('Enter');
    for (const group of ['Your work', 'Moderation', 'Administration']) {
      await menu.getByRole('list', { name: group }).waitFor();
    }
    expect(await menu.locator('[aria-current="page"]').allTextContents()).toEqual(['Your mods']);
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-menu-375');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Menu');
    await button.press('Enter');
    await menu.getByRole('link', { name: 'Audit log' }).press('Enter');
    await menu.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    tab.expectQuiet();
    await tab.close();
  });
});
