import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/registry/limits.js';
import { useWorld } from '../harness.js';
import { PASSWORD } from '../pages/people.js';
import { bareMod, newGame } from '../publishing.js';
import { hold, operationOf } from './dashboard-files.js';
import { creatorTab, type DashboardCreator, dashboardCreator, shown } from './dashboard-people.js';
import { type Tab, useBrowser } from './driver.js';

const world = useWorld();
const browsing = useBrowser(world);
let ann: DashboardCreator;

beforeAll(async () => {
  await newGame(world, 'brackenvale');
  ann = await dashboardCreator(world, 'ann');
});

const save = async (tab: Tab) => {
  await tab.page.getByRole('button', { name: 'Save changes' }).click();
};

/** Changes the mod over the API, as another member of the team would. */
async function meanwhile(modId: string, changes: object) {
  const { headers } = await ann.get(`/mods/${modId}`);
  const changed = await ann.patch(`/mods/${modId}`, changes, {
    'If-Match': headers.get('etag') ?? '',
  });
  expect(changed.status).toBe(200);
}

/** Holds the next saves of a mod back until they are let go. */
const holdSaves = (tab: Tab) =>
  hold(tab.page, '**/graphql', (route) => operationOf(route.request()) === 'UpdateMod');

describe('the editor of a mod', () => {
  it('a creator makes a mod, describes it in two languages and sees the preview', async () => {
    const tab = await creatorTab(browsing, 'ann', '/dashboard/mods/new');
    const { page } = tab;
    await page.getByLabel('Game').selectOption('brackenvale');
    await page.getByLabel('Title').fill('Lantern Road');
    await page.getByRole('textbox', { name: 'Description' }).fill('It **shines**.');
    await page.getByRole('button', { name: 'Create the draft' }).click();
    await page.getByRole('heading', { name: 'Details' }).waitFor();
    await page.getByText('Preview', { exact: true }).click();
    await page.locator('.markdown strong', { hasText: 'shines' }).waitFor();
    await page.getByText('Deutsch', { exact: true }).last().click();
    await page.getByLabel('Title').fill('Laternenweg');
    await page.getByLabel('License').fill('MIT');
    await page.getByLabel('Tools').check();
    expect(await tab.violations()).toEqual([]);
    await save(tab);
    await page.getByText('Saved.').waitFor();
    for (const name of ['English (has text)', 'Deutsch (has text)', 'Русский']) {
      expect(await page.getByRole('radio', { name, exact: true }).count()).toBe(1);
    }
    const modId = new URL(page.url()).pathname.split('/').at(-1);
    const { body } = await ann.get(`/mods/${modId}`);
    expect(body.data).toMatchObject({
      title: { en: 'Lantern Road', de: 'Laternenweg' },
      license: 'MIT',
      categories: [{ slug: 'tools' }],
    });
    tab.expectQuiet();
    await tab.close();
  });

  it('unsaved input survives a reload and an ended session, and can be discarded', async () => {
    const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Kept' } });
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${mod.id}`);
    const { page } = tab;
    await page.getByLabel('Title').fill('Kept for later');
    await page.getByText('1 unsaved change').waitFor();
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await save(tab);
    await page.getByRole('link', { name: 'Sign in in a new tab' }).waitFor();
    await page.context().addCookies(cookies);
    await page.reload();
    await shown(tab);
    await page.getByText('Your unsaved changes are back').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Kept for later');
    await page.getByRole('button', { name: 'Discard changes' }).first().click();
    expect(await page.getByLabel('Title').inputValue()).toBe('Kept');
    await page.reload();
    await shown(tab);
    expect(await page.getByLabel('Title').inputValue()).toBe('Kept');
    tab.expectQuiet();
    await tab.close();
  });

  it('two tabs with one mod keep the input of each, and their saves are merged', async () => {
    const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Shared' } });
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${mod.id}`);
    const { page } = tab;
    const other = await page.context().newPage();
    await other.goto(page.url());
    await page.getByLabel('Title').fill('From the first tab');
    await other.getByLabel('License').fill('MIT');
    await other.getByRole('button', { name: 'Save changes' }).click();
    await other.getByText('Saved.').waitFor();
    await page.reload();
    await shown(tab);
    expect(await page.getByLabel('Title').inputValue()).toBe('From the first tab');
    await save(tab);
    await page.getByText(/those changes were kept: License/).waitFor();
    const { body } = await ann.get(`/mods/${mod.id}`);
    expect(body.data).toMatchObject({ title: { en: 'From the first tab' }, license: 'MIT' });
    tab.expectQuiet();
    await tab.close();
  });

  it('a title of 200 emoji ends at the limit, and every view of the mod fits a phone', async () => {
    const tab = await creatorTab(browsing, 'ann', '/dashboard/mods/new', { width: 375 });
    const { page } = tab;
    await page.getByLabel('Game').selectOption('brackenvale');
    await page.getByRole('textbox', { name: 'Description' }).fill('Foxes.');
    await page.getByLabel('Title').fill('🦊'.repeat(200));
    await page.getByRole('button', { name: 'Create the draft' }).click();
    await page.getByRole('heading', { name: 'Details' }).waitFor();
    const { pathname } = new URL(page.url());
    const { body } = await ann.get(`/mods/${pathname.split('/').at(-1)}`);
    expect(body.data.title).toEqual({ en: '🦊'.repeat(LIMITS.titleCharacters / '🦊'.length) });
    for (const view of ['', '/media', '/versions', '/statistics', '/team', '/history']) {
      await tab.open(`${pathname}${view}`);
      await shown(tab);
      expect([view, await tab.scrollsSideways()]).toEqual([view, false]);
    }
    tab.expectQuiet();
    await tab.close();
  });

  it('unsaved input is not shown to another user of the same browser', async () => {
    await dashboardCreator(world, 'guest');
    const tab = await creatorTab(browsing, 'ann', '/dashboard/mods/new');
    await tab.page.getByLabel('Title').fill('A secret plan');
    await tab.page.getByRole('button', { name: 'Sign out' }).click();
    await tab.page.getByText('You are signed out.').waitFor();
    await tab.open('/account/sign-in?next=/dashboard/mods/new');
    await tab.send({ 'Username or e-mail': 'guest', Password: PASSWORD }, 'Sign in');
    await shown(tab);
    expect(await tab.page.getByLabel('Title').inputValue()).toBe('');
    tab.expectQuiet();
    await tab.close();
  });

  it('the form of a mod keeps nothing of another mod when only the id in the address changes', async () => {
    const first = await bareMod(ann, 'brackenvale', { title: { en: 'First' } });
    const second = await bareMod(ann, 'brackenvale', { title: { en: 'Second' } });
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${first.id}`);
    const { page } = tab;
    await page.getByRole('link', { name: 'Your mods' }).click();
    await page.getByRole('link', { name: 'Second', exact: true }).click();
    await page.locator('.mod-head', { hasText: 'Second' }).waitFor();
    await page.getByLabel('Title').fill('Second, edited');
    await page.evaluate('history.go(-2)');
    await page.locator('.mod-head', { hasText: 'First' }).waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('First');
    await page.evaluate('history.go(2)');
    await page.locator('.mod-head', { hasText: 'Second' }).waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Second, edited');
    await save(tab);
    await page.getByText('Saved.').waitFor();
    expect((await ann.get(`/mods/${first.id}`)).body.data.title).toEqual({ en: 'First' });
    expect((await ann.get(`/mods/${second.id}`)).body.data.title).toEqual({ en: 'Second, edited' });
    tab.expectQuiet();
    await tab.close();
  });

  it('a save over changes of other fields merges both and names the other fields', async () => {
    const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Merged' } });
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${mod.id}`);
    await tab.page.getByLabel('Title').fill('Merged by Ann');
    await meanwhile(mod.id, { license: 'MIT' });
    await save(tab);
    await tab.page.getByText(/those changes were kept: License/).waitFor();
    const { body } = await ann.get(`/mods/${mod.id}`);
    expect(body.data).toMatchObject({ title: { en: 'Merged by Ann' }, license: 'MIT' });
    tab.expectQuiet();
    await tab.close();
  });

  it('a save over changes of the same field lets the user choose and loses neither text', async () => {
    const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Clash' } });
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${mod.id}`);
    const { page } = tab;
    await page.getByLabel('Title').fill('Mine');
    await page.getByLabel('License').fill('MIT');
    await meanwhile(mod.id, { title: { en: 'Theirs' }, license: 'Apache-2.0' });
    await save(tab);
    await page.getByText(/Latest change: (?:Title and License|License and Title) \(\S/).waitFor();
    await page
      .getByRole('heading', { name: 'These fields have changed in the meantime' })
      .waitFor();
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-conflict');
    await page
      .getByRole('radiogroup', { name: 'Title (English)' })
      .getByLabel('Saved text')
      .check();
    await page.getByRole('radiogroup', { name: 'License' }).getByLabel('Your text').check();
    await page.getByRole('button', { name: 'Save this choice' }).click();
    await page.getByText('Saved.').waitFor();
    const { body } = await ann.get(`/mods/${mod.id}`);
    expect(body.data).toMatchObject({ title: { en: 'Theirs' }, license: 'MIT' });
    tab.expectQuiet();
    await tab.close();
  });

  it('a summary in one language leaves the excerpts of the descriptions in others', async () => {
    const description = { en: 'Foxes.', de: 'Füchse.' };
    const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Foxes' }, description });
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${mod.id}`);
    const { page } = tab;
    expect(await page.getByLabel('Summary').inputValue()).toBe('');
    await page.getByLabel('Summary').fill('Many foxes');
    await save(tab);
    await page.getByText('Saved.').waitFor();
    await meanwhile(mod.id, { description: { ...description, de: 'Viele Füchse.' } });
    const { body } = await ann.get(`/mods/${mod.id}`);
    expect(body.data.summary).toEqual({ en: 'Many foxes', de: 'Viele Füchse.' });
    tab.expectQuiet();
    await tab.close();
  });

  it('input that is typed during a save stays, and other fields take the saved values', async () => {
    const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Slow' } });
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${mod.id}`);
    const { page } = tab;
    const held = await holdSaves(tab);
    await page.getByLabel('Title').fill('Sent');
    await page.getByLabel('License').fill(' MIT ');
    await save(tab);
    await expect.poll(() => held.count).toBe(1);
    await page.getByLabel('Title').fill('Typed later');
    await page.getByLabel('Summary').fill('Also later');
    held.letGo();
    await page.getByText('Saved.').waitFor();
    await page.getByText('2 unsaved changes').waitFor();
    expect(await page.getByLabel('License').inputValue()).toBe('MIT');
    await page.reload();
    await shown(tab);
    expect(await page.getByLabel('Title').inputValue()).toBe('Typed later');
    await save(tab);
    await page.getByText('Saved.').waitFor();
    const { body } = await ann.get(`/mods/${mod.id}`);
    expect(body.data).toMatchObject({
      title: { en: 'Typed later' },
      summary: { en: 'Also later' },
    });
    tab.expectQuiet();
    await tab.close();
  });

  it('input that is typed during a save with a conflict stays after the choice', async () => {
    const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Clash' } });
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${mod.id}`);
    const { page } = tab;
    await page.getByLabel('Title').fill('Mine');
    await meanwhile(mod.id, { title: { en: 'Theirs' } });
    const held = await holdSaves(tab);
    await save(tab);
    await expect.poll(() => held.count).toBe(1);
    await page.getByLabel('Summary').fill('Typed later');
    held.letGo();
    await page.getByRole('radiogroup').getByLabel('Saved text').check();
    await page.getByRole('button', { name: 'Save this choice' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByText('1 unsaved change').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Theirs');
    expect(await page.getByLabel('Summary').inputValue()).toBe('Typed later');
    tab.expectQuiet();
    await tab.close();
  });

  it('a mod of another team is not found, as a mod that does not exist', async () => {
    await dashboardCreator(world, 'eve');
    const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Private' } });
    const tab = await creatorTab(browsing, 'eve', `/dashboard/mods/${mod.id}`);
    expect(await tab.heading()).toBe('Page not found');
    await tab.open('/dashboard/mods/no-id');
    await shown(tab);
    expect(await tab.heading()).toBe('Page not found');
    tab.expectQuiet();
    await tab.close();
  });
});
