import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../actors.js';
import { useWorld } from '../harness.js';
import { archiveOf, bareMod, newGame } from '../publishing.js';
import { choose, hold, inMemory, isStream, operationOf, refuseStreams } from './dashboard-files.js';
import { creatorTab, type DashboardCreator, dashboardCreator } from './dashboard-people.js';
import { useBrowser } from './driver.js';
import { tabTo } from './keyboard.js';

const world = useWorld();
const browsing = useBrowser(world);
/** Only ends a test that hangs. */
const PATIENTLY = { timeout: 20_000 };
let ann: DashboardCreator;

beforeAll(async () => {
  await newGame(world, 'brackenvale');
  ann = await dashboardCreator(world, 'ann');
});

/** Opens the view of a new version. */
async function versionTab(breaks = false) {
  const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Lantern' } });
  const { body } = await ann.post(`/mods/${mod.id}/versions`, { version: '1.0.0' });
  const view = `/dashboard/mods/${mod.id}/versions/${body.data.id}`;
  return creatorTab(browsing, 'ann', view, { breaks });
}

const refusal = (code: string, extensions: object = {}) => ({
  json: { data: null, errors: [{ message: code, extensions: { code, ...extensions } }] },
});

/** The states of the uploads with a filename, as the service knows them. */
async function statesOf(filename: string): Promise<readonly string[]> {
  const { body } = await ann.graphql(
    '{ listUploadSessions(limit: 100) { items { filename lifecycleStatus } } }',
  );
  const items: readonly Json[] = body.data.listUploadSessions.items;
  return items.filter((it) => it.filename === filename).map((it) => it.lifecycleStatus);
}

describe('uploads in the dashboard', () => {
  it('a file that is cancelled while its upload is reserved leaves no open upload', async () => {
    const tab = await versionTab();
    const { page } = tab;
    const reservation = await hold(
      page,
      '**/graphql',
      (route) => operationOf(route.request()) === 'CreateUpload',
    );
    await choose(tab, 'Choose files', inMemory('early.zip', archiveOf('early')));
    await expect.poll(() => reservation.count, PATIENTLY).toBe(1);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText(/^Cancelling/).waitFor();
    reservation.letGo();
    await page.getByText('No files yet.').waitFor();
    expect(await statesOf('early.zip')).toEqual(['cancelled']);
    tab.expectQuiet();
    await tab.close();
  });

  it('a main file that is refused before its upload begins leaves the choice at the main file', async () => {
    const tab = await versionTab();
    const { page } = tab;
    await page.route('**/graphql', (route) =>
      operationOf(route.request()) === 'CreateUpload'
        ? route.fulfill(refusal('invalid_size'))
        : route.fallback(),
    );
    await choose(tab, 'Choose files', inMemory('refused.zip', archiveOf('refused')));
    await page.getByText(/^Stopped/).waitFor();
    expect(await page.getByLabel('Main file').isChecked()).toBe(true);
    tab.expectQuiet();
    await tab.close();
  });

  it('a cancellation that fails keeps its file with the reason, and can be repeated', async () => {
    const tab = await versionTab();
    const { page } = tab;
    await hold(page, '**/storage/**', () => true);
    let refusals = 1;
    await page.route('**/graphql', (route) => {
      if (operationOf(route.request()) !== 'AbortUpload' || refusals === 0) return route.fallback();
      refusals -= 1;
      return route.fulfill(refusal('internal_error'));
    });
    await choose(tab, 'Choose files', inMemory('kept.zip', archiveOf('kept')));
    await page.getByText(/^Sending/).waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.getByText(/^Stopped/).waitFor();
    expect(await statesOf('kept.zip')).not.toEqual(['cancelled']);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('No files yet.').waitFor();
    expect(await statesOf('kept.zip')).toEqual(['cancelled']);
    tab.expectQuiet();
    await tab.close();
  });

  it('a creator removes an accepted optional file by the keyboard, and the focus moves to the files', async () => {
    const tab = await versionTab();
    const { page } = tab;
    const files = ['main.zip', 'extra.zip'].map((name) => inMemory(name, archiveOf(name)));
    await choose(tab, 'Choose files', files);
    const row = page.getByRole('listitem').filter({ hasText: 'extra.zip' });
    await row.getByText(/^Accepted/).waitFor();
    const remove = 'button:has-text("Remove")';
    expect(await page.locator(remove).count()).toBe(1);
    await tabTo(tab, `li:has-text("extra.zip") ${remove}`);
    await page.keyboard.press('Enter');
    await page.getByText('Remove the file extra.zip?').waitFor();
    expect(await tab.violations()).toEqual([]);
    await tabTo(tab, `[role="dialog"] ${remove}`);
    await page.keyboard.press('Enter');
    await page.getByText('extra.zip is removed.').waitFor();
    await row.waitFor({ state: 'detached' });
    const heading = page.locator('#files').and(page.locator(':focus'));
    await expect.poll(() => heading.count(), PATIENTLY).toBe(1);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await statesOf('extra.zip')).toEqual(['cancelled']);
    expect(await statesOf('main.zip')).toEqual(['ready']);
    expect(await tab.violations()).toEqual([]);
    tab.expectQuiet();
    await tab.close();
  });

  it('two files of a group are sent at a time, and every view asks before it leaves them', async () => {
    const tab = await versionTab();
    const { page } = tab;
    const storage = await hold(page, '**/storage/**', () => true);
    const files = [1, 2, 3, 4, 5].map((at) => inMemory(`f${at}.zip`, archiveOf(`file ${at}`)));
    await choose(tab, 'Choose files', files);
    await expect.poll(() => storage.count, PATIENTLY).toBe(2);
    expect(await page.getByText(/^Waiting for its turn/).count()).toBe(3);
    await page.getByRole('button', { name: 'Cancel', exact: true }).last().click();
    await expect.poll(() => page.getByText(/^Waiting for its turn/).count(), PATIENTLY).toBe(2);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    const asked = page.waitForEvent('dialog');
    const reload = page.reload({ timeout: 5_000 }).catch(() => null);
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await reload;
    expect(storage.count).toBe(2);
    storage.letGo();
    await expect.poll(() => storage.count, PATIENTLY).toBe(4);
    tab.expectQuiet();
    await tab.close();
  });

  it('a slow connection may take longer than the limit of silence, and a silent one may not', async () => {
    const tab = await versionTab(true);
    const { page } = tab;
    await page.clock.install();
    await page.reload();
    let puts = 0;
    page.on('request', (request) => {
      if (request.method() === 'PUT') puts += 1;
    });
    const network = await page.context().newCDPSession(page);
    const throttle = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    const sent = () => page.getByText(/^Sending/).textContent();
    await throttle(256 * 1024);
    await choose(tab, 'Choose files', inMemory('slow.zip', randomBytes(8 * 1024 * 1024)));
    await page.getByText(/^Sending/).waitFor();
    for (let round = 0; round < 3; round += 1) {
      const before = await sent();
      await expect.poll(sent, PATIENTLY).not.toBe(before);
      await page.clock.fastForward(100_000);
    }
    expect(puts).toBe(1);
    await page.clock.fastForward(120_000);
    await page.getByText(/^Waiting for the connection/).waitFor();
    tab.expectQuiet();
    await tab.close();
  });

  it('a file in checks without a stream costs one request a look, and too many requests leave the view in place', async () => {
    const tab = await versionTab();
    const { page } = tab;
    const asked: string[] = [];
    let isHeld = true;
    const refused = new Set(['Upload', 'Version']);
    await refuseStreams(page);
    await page.route('**/graphql', async (route) => {
      if (isStream(route.request())) return route.fallback();
      const name = operationOf(route.request());
      asked.push(name);
      const isLook = name === 'Upload' || name === 'Uploads';
      // The first look is refused, and so is the first reading of the version after the change.
      if ((name === 'Upload' || !isHeld) && refused.delete(name)) {
        return route.fulfill(refusal('rate_limited', { retry_after_seconds: 1 }));
      }
      if (!isLook || !isHeld) return route.fallback();
      const response = await route.fetch();
      const text = await response.text();
      const held = text.replace(
        /"lifecycleStatus":"(?!cancelled)\w+"/g,
        '"lifecycleStatus":"scanning"',
      );
      return route.fulfill({ response, body: held });
    });
    // The view opened its stream before.
    await page.reload();
    await choose(tab, 'Choose files', inMemory('mod.zip', archiveOf('lantern')));
    await page.getByText(/^The file is being scanned/).waitFor();
    asked.length = 0;
    await expect.poll(() => asked.filter((it) => it === 'Upload').length, PATIENTLY).toBe(4);
    // The view may still read the version, its uploads and its game when the first look begins.
    const secondLook = asked.indexOf('Upload', asked.indexOf('Upload') + 1);
    expect(new Set(asked.slice(secondLook))).toEqual(new Set(['Upload']));
    isHeld = false;
    await page.getByText('The main file passed all checks').waitFor();
    // The result can be shown before the view reads the version again.
    await expect.poll(() => [...refused], PATIENTLY).toEqual([]);
    expect(await page.getByRole('heading', { name: 'Version 1.0.0' }).count()).toBe(1);
    tab.expectQuiet();
    await tab.close();
  });
});
