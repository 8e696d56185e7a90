import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../actors.js';
import { useWorld } from '../harness.js';
import { addedPicture, picture, smallPng } from '../pictures.js';
import { bareMod, newGame } from '../publishing.js';
import { choose } from './dashboard-files.js';
import { creatorTab, type DashboardCreator, dashboardCreator, shown } from './dashboard-people.js';
import { useBrowser } from './driver.js';

const world = useWorld();
const browsing = useBrowser(world);
let ann: DashboardCreator;

beforeAll(async () => {
  await newGame(world, 'brackenvale');
  ann = await dashboardCreator(world, 'ann');
});

/** The page shows the chosen file to crop it. */
const CROPPING = { leadsTo: ['blob:'] };

const png = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });

async function galleryOf(modId: string): Promise<Json> {
  const query = `query ($modId: ID!) {
    modGallery(modId: $modId) { cover { id width height alt } gallery { id alt } }
  }`;
  return (await ann.graphql(query, { modId })).body.data.modGallery;
}

const newMod = async (title = 'Shown'): Promise<string> =>
  (await bareMod(ann, 'brackenvale', { title: { en: title } })).id;

describe('the pictures of a mod in the dashboard', () => {
  it('a creator crops a cover and describes it in three languages', async () => {
    const modId = await newMod();
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${modId}/media`, CROPPING);
    const { page } = tab;
    const square = await picture({ width: 800, height: 800 }).png().toBuffer();
    await choose(tab, 'Choose a cover', png('square.png', square));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Frame. The arrow keys move it.').focus();
    await page.keyboard.press('ArrowDown');
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-media-crop');
    await dialog.getByRole('button', { name: 'Use this part' }).click();
    await page.getByText('The cover is saved.').waitFor();
    expect((await galleryOf(modId)).cover).toMatchObject({ width: 800, height: 450 });
    await page.getByText('Descriptions (0 of 3').click();
    await page.getByLabel('English').fill('Noise in all colours');
    await page.getByLabel('Русский').fill('Шум всех цветов');
    await page.getByLabel('Deutsch').fill('Rauschen in allen Farben');
    await page.getByRole('button', { name: 'Save the descriptions' }).click();
    await page.getByText('The descriptions are saved.').waitFor();
    expect((await galleryOf(modId)).cover.alt).toEqual({
      en: 'Noise in all colours',
      ru: 'Шум всех цветов',
      de: 'Rauschen in allen Farben',
    });
    await page.getByRole('img', { name: 'Noise in all colours' }).waitFor();
    expect(await tab.violations()).toEqual([]);
    tab.expectQuiet();
    await tab.close();
  });

  it('a picture that the creator did not use can be chosen again', async () => {
    const tab = await creatorTab(
      browsing,
      'ann',
      `/dashboard/mods/${await newMod()}/media`,
      CROPPING,
    );
    const { page } = tab;
    const again = png('again.png', await smallPng());
    await choose(tab, 'Choose a cover', again);
    const input = page.locator('#content input[type="file"]').first();
    expect(await input.inputValue()).toContain('again.png');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a cover' }).click(),
    ]);
    // A browser reports no choice of the file that is there already.
    expect(await input.inputValue()).toBe('');
    await chooser.setFiles(again);
    await page.getByRole('dialog').waitFor();
    tab.expectQuiet();
    await tab.close();
  });

  it('a creator adds several pictures, orders them by drag and by keyboard, and removes one', async () => {
    const modId = await newMod();
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${modId}/media`, CROPPING);
    const { page } = tab;
    const files = await Promise.all(
      [1, 2, 3].map(async (at) => png(`${at}.png`, await smallPng(at))),
    );
    const script = png('script.png', Buffer.from('GIF89a<script>alert(1)</script>'));
    await choose(tab, 'Add pictures', [...files, script]);
    await page.getByRole('alert', { name: 'Something went wrong' }).waitFor();
    await page.getByText('script.png', { exact: true }).waitFor();
    const items = page.locator('.gallery > li');
    // The refusal is shown before the gallery that has the accepted pictures.
    await items.nth(2).waitFor();
    expect(await items.count()).toBe(3);
    const [first, second, third] = (await galleryOf(modId)).gallery.map((it: Json) => it.id);
    const order = async () => (await galleryOf(modId)).gallery.map((it: Json) => it.id);
    await page.getByRole('button', { name: 'Move picture 3 of 3 back' }).press('Enter');
    await expect.poll(order).toEqual([first, third, second]);
    await page.getByRole('button', { name: 'Move picture 2 of 3 forward' }).isEnabled();
    await items.nth(0).locator('img').dragTo(items.nth(2).locator('img'));
    await expect.poll(order).toEqual([third, second, first]);
    // The page shows the new order a moment after the service has stored it.
    await items.nth(1).locator(`img[src*="${second}"]`).waitFor();
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-media');
    await items.nth(1).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(order).toEqual([third, first]);
    tab.expectQuiet();
    await tab.close();
  });

  it('a picture can be described while further ones are still being sent', async () => {
    const modId = await newMod();
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${modId}/media`);
    const { page } = tab;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let sent = 0;
    await page.route('**/graphql', async (route) => {
      const type = await route.request().headerValue('content-type');
      if (type?.startsWith('multipart/')) sent += 1;
      if (type?.startsWith('multipart/') && sent === 2) await released;
      await route.continue();
    });
    const files = await Promise.all([1, 2].map(async (at) => png(`${at}.png`, await smallPng(at))));
    await choose(tab, 'Add pictures', files);
    await page.locator('.gallery > li').waitFor();
    await page.getByText('Descriptions (0 of 3').click();
    await page.getByLabel('English').fill('Noise');
    await page.getByRole('button', { name: 'Save the descriptions' }).click();
    await page.getByText('The descriptions are saved.').waitFor();
    release();
    await expect.poll(async () => (await galleryOf(modId)).gallery.length).toBe(2);
    tab.expectQuiet();
    await tab.close();
  });

  it('a cover that another person has replaced meanwhile is not overwritten', async () => {
    const modId = await newMod();
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${modId}/media`, CROPPING);
    const other = await addedPicture(ann, modId, { kind: 'cover' }, await smallPng(7));
    await choose(tab, 'Choose a cover', png('mine.png', await smallPng(8)));
    await tab.page.getByRole('button', { name: 'Use the whole picture' }).click();
    await tab.page.getByRole('alert', { name: 'Something went wrong' }).waitFor();
    expect((await galleryOf(modId)).cover.id).toBe(other.id);
    await tab.page.locator(`img.cover[src*="${other.id}"]`).waitFor();
    tab.expectQuiet();
    await tab.close();
  });

  it.each([
    ['ru', true, 375],
    ['de', false, 1280],
  ] as const)('the pictures in %s are accessible (dark: %s, %s px)', async (...its) => {
    const [locale, dark, width] = its;
    const modId = await newMod('Looks');
    await addedPicture(
      ann,
      modId,
      { kind: 'cover' },
      await picture({ width: 960, height: 540 }).png().toBuffer(),
    );
    for (const seed of [1, 2, 3]) {
      await addedPicture(ann, modId, { kind: 'gallery' }, await smallPng(seed));
    }
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${modId}/media`, {
      locale,
      dark,
      width,
    });
    await shown(tab);
    expect(await tab.violations()).toEqual([]);
    expect(await tab.scrollsSideways()).toBe(false);
    await tab.shoot(`dashboard-media-${locale}`);
    tab.expectQuiet();
    await tab.close();
  });
});
