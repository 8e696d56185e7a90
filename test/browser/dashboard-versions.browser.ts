import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AdmZip from 'adm-zip';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { useWorld } from '../harness.js';
import { archiveOf, bareMod, drawnMod, newGame, publishedVersion } from '../publishing.js';
import { choose, inMemory } from './dashboard-files.js';
import {
  creatorTab,
  type DashboardCreator,
  dashboardCreator,
  expectGoodViews,
  shown,
} from './dashboard-people.js';
import { type Tab, useBrowser } from './driver.js';

const world = useWorld();
const browsing = useBrowser(world);
const PARTS = 8;
let ann: DashboardCreator;

beforeAll(async () => {
  await newGame(world, 'brackenvale');
  ann = await dashboardCreator(world, 'ann');
});

/** An archive of 120 MiB, which is sent in parts. */
function largeArchive(): string {
  const zip = new AdmZip();
  for (let at = 0; at < 12; at += 1) {
    const text = Buffer.alloc(10 * 1024 * 1024, `Line of file ${at}.\n`);
    // Stored, so that the archive is as large as its content.
    zip.addFile(`notes-${at}.txt`, text).header.method = 0;
  }
  const path = join(inject('runFolder'), 'large.zip');
  writeFileSync(path, zip.toBuffer());
  return path;
}

/** Lets some bytes reach the store, and breaks the connection for the rest until it is mended. */
async function breakAfter(tab: Tab, count: number) {
  const state = { left: count, sent: 0, stored: 0 };
  tab.page.on('response', (response) => {
    if (response.request().method() === 'PUT' && response.ok()) state.stored += 1;
  });
  await tab.page.route('**/storage/**', async (route) => {
    state.left -= 1;
    if (state.left < 0) return route.abort('connectionreset');
    state.sent += 1;
    return route.continue();
  });
  const mend = async (next = Number.POSITIVE_INFINITY) => {
    state.left = next;
    await tab.page.evaluate("window.dispatchEvent(new Event('online'))");
  };
  return { state, mend };
}

describe('versions in the dashboard', () => {
  it('a creator publishes a version with a dependency, and takes it through its states', async () => {
    const library = await drawnMod(ann, 'brackenvale');
    const sidecar = { game_versions: ['1.20'], loader_platforms: ['fabric'], version: '2.0.0' };
    await publishedVersion(world, ann, library.id, sidecar);
    await world.settled();
    const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Lantern' } });
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${mod.id}/versions`);
    const { page } = tab;
    await page.getByRole('link', { name: 'New version' }).click();
    await page.getByLabel('Version number').fill('1.0.0');
    await page.getByLabel('1.20').check();
    await page.getByLabel('fabric').check();
    await page.getByLabel('What is new', { exact: true }).fill('First **light**.');
    await page.getByRole('button', { name: 'Create and add files' }).click();
    await page.getByRole('heading', { name: 'Version 1.0.0' }).waitFor();
    await choose(tab, 'Choose files', inMemory('mod.zip', archiveOf('lantern')));
    await page.getByText('The main file passed all checks').waitFor();
    await page.getByLabel('Find a mod to add').fill('mod');
    await page.getByRole('button', { name: 'Add A mod' }).click();
    await page.getByLabel('Versions of A mod').fill('^2.0.0');
    await page.getByText('2.0.0 or newer, but below 3.0.0').waitFor();
    await page.getByText(/The required mods add 1 file/).waitFor();
    expect(await tab.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Generate a cover' }).click();
    await page.getByText('The mod has a cover').waitFor();
    await tab.shoot('dashboard-version');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Version 1.0.0 is published.').waitFor();
    for (const [button, message] of [
      ['Archive', 'The version is archived.'],
      ['Restore', 'The version is public again.'],
      ['Withdraw', 'The version is withdrawn.'],
      ['Restore', 'The version is public again.'],
      ['Roll back', 'The version is rolled back.'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      expect(await tab.violations(), button).toEqual([]);
      await dialog.getByRole('button', { name: button, exact: true }).click();
      await page.getByText(message).first().waitFor();
    }
    const { body } = await ann.get(`/mods/${mod.id}`);
    expect(body.data.state).not.toBe('published');
    tab.expectQuiet();
    await tab.close();
  });

  it('a file of 120 MiB survives a cut connection, a pause and a reload, and no part is sent twice', async () => {
    const path = largeArchive();
    const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Large' } });
    const { body } = await ann.post(`/mods/${mod.id}/versions`, { version: '1.0.0' });
    const view = `/dashboard/mods/${mod.id}/versions/${body.data.id}`;
    const tab = await creatorTab(browsing, 'ann', view, { breaks: true });
    const { page } = tab;
    page.on('dialog', (dialog) => void dialog.accept());
    const { state, mend } = await breakAfter(tab, 3);
    await choose(tab, 'Choose files', path);
    await page.getByText(/Waiting for the connection/).waitFor();
    await mend(2);
    // A pause gives up what is under way, so the store has to have all five.
    await expect.poll(() => state.stored, { timeout: 30_000 }).toBe(5);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText(/^Paused/).waitFor();
    await tab.shoot('dashboard-upload-paused');
    await page.reload();
    await shown(tab);
    await page.getByText('Choose the same file again.').waitFor();
    await choose(tab, 'Choose the file and continue', inMemory('large.zip', archiveOf('other')));
    await page.getByText('This is not the file that the upload began with.').waitFor();
    expect(await page.getByRole('button', { name: 'Continue', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('Choose the same file again.').waitFor();
    await mend();
    await choose(tab, 'Choose the file and continue', path);
    await page.getByText('The main file passed all checks').waitFor();
    expect(state.stored).toBe(PARTS);
    expect(state.sent).toBe(PARTS);
    tab.expectQuiet();
    await tab.close();
  });

  it('a refused file is explained, and the next file replaces it', async () => {
    const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Refused' } });
    const { body } = await ann.post(`/mods/${mod.id}/versions`, { version: '1.0.0' });
    const view = `/dashboard/mods/${mod.id}/versions/${body.data.id}`;
    const tab = await creatorTab(browsing, 'ann', view);
    await choose(tab, 'Choose files', inMemory('mod.zip', Buffer.from('no archive at all')));
    await tab.page.getByText('The file was rejected').waitFor();
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-upload-refused');
    await tab.page.getByLabel('Main file').check();
    await choose(tab, 'Choose files', inMemory('mod.zip', archiveOf('a real one')));
    await tab.page.getByText('The main file passed all checks').waitFor();
    tab.expectQuiet();
    await tab.close();
  });

  it.each([
    ['en', false, 1280],
    ['ru', true, 375],
    ['de', false, 375],
  ] as const)(
    'the views of a version in %s are accessible and fit the window (dark: %s, %s px)',
    async (locale, dark, width) => {
      const mod = await drawnMod(ann, 'brackenvale');
      const { versionId } = await publishedVersion(world, ann, mod.id, { version: '1.0.0' });
      const paths = ['', '/versions', '/versions/new', `/versions/${versionId}`];
      const tab = await creatorTab(browsing, 'ann', '/dashboard', { locale, dark, width });
      await expectGoodViews(
        tab,
        paths.map((path) => `/mods/${mod.id}${path}`),
        `${locale}-${width}`,
      );
    },
  );
});
