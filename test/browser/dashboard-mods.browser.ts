import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { addedPicture, smallPng } from '../pictures.js';
import { bareMod, newGame } from '../publishing.js';
import { useReceiver } from '../webhooks.js';
import { refuseStreams } from './dashboard-files.js';
import { creatorTab, type DashboardCreator, dashboardCreator, shown } from './dashboard-people.js';
import { useBrowser } from './driver.js';

const VERSIONS = 500;
const DAY_MS = 24 * 3_600_000;
/** Hides the tab and shows it again. */
const SHOW_AGAIN = `for (const state of ['hidden', 'visible']) {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}`;
const world = useWorld({ WEBHOOK_TARGETS: 'any' });
const browsing = useBrowser(world);
const receiver = useReceiver();
let ann: DashboardCreator;

beforeAll(async () => {
  await newGame(world, 'brackenvale');
  ann = await dashboardCreator(world, 'ann');
});

describe('the list of mods in the dashboard', () => {
  it('a creator with many mods searches, orders and reads further pages', async () => {
    const { db, clock } = world.platform;
    for (let at = 0; at < 30; at += 1) {
      const { id } = await bareMod(ann, 'brackenvale', { title: { en: `Lantern ${at}` } });
      if (at === 7) {
        await db.mod.update({
          where: { id },
          data: { downloadsCount: 12_345, updatedAt: clock.now() },
        });
        await addedPicture(ann, id, { kind: 'cover' }, await smallPng());
      }
    }
    const tab = await creatorTab(browsing, 'ann', '/dashboard/mods');
    const { page } = tab;
    const rows = page.locator('.rows > li');
    await page.getByText('30 mods', { exact: true }).waitFor();
    expect(await rows.count()).toBe(25);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows.count()).toBe(30);
    await page.getByLabel('Order').selectOption('downloads');
    await expect.poll(() => rows.first().textContent()).toContain('12,345 downloads');
    expect(await rows.first().locator('img.thumbnail').count()).toBe(1);
    await page.getByLabel('Search by title').pressSequentially('LANTERN 2', { delay: 20 });
    await page.getByText('11 mods', { exact: true }).waitFor();
    expect(tab.path()).toContain('sort=downloads');
    expect(await page.getByLabel('Search by title').inputValue()).toBe('LANTERN 2');
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-mods-list');
    tab.expectQuiet();
    await tab.close();
  });

  it('a mod with 500 versions shows them page by page, each once', async () => {
    const { db } = world.platform;
    const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Many' } });
    const created = new Date('2026-01-01T00:00:00Z').getTime();
    await db.modVersion.createMany({
      data: Array.from({ length: VERSIONS }, (_, at) => ({
        modId: mod.id,
        version: `1.0.${at}`,
        createdById: ann.userId,
        createdAt: new Date(created + at * 60_000),
        gameVersions: ['1.21'],
      })),
    });
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${mod.id}/versions`);
    const names = tab.page.locator('.rows .name');
    await expect.poll(() => names.count()).toBe(50);
    for (let known = 100; known <= VERSIONS; known += 50) {
      await tab.page.getByRole('button', { name: 'Show more' }).click();
      await expect.poll(() => names.count()).toBe(known);
    }
    expect(await tab.page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    expect(new Set(await names.allTextContents()).size).toBe(VERSIONS);
    tab.expectQuiet();
    await tab.close();
  });

  it('an owner deletes a mod after reading the consequences, with a second factor', async () => {
    const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Short lived' } });
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${mod.id}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Delete the mod' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete the mod' });
    await dialog.getByText('Its address becomes free.').waitFor();
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill(mod.slug);
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-delete-mod');
    await confirm.click();
    await dialog.getByRole('link', { name: 'Confirm in a new tab' }).waitFor();
    const { db, clock } = world.platform;
    await db.webSession.updateMany({ data: { aal2At: clock.now() } });
    await confirm.click();
    await page.getByText('Short lived is deleted.').waitFor();
    expect((await ann.get(`/mods/${mod.id}`)).status).toBe(410);
    tab.expectQuiet();
    await tab.close();
  });
});

/** Makes a webhook of Ann with a delivery that stays pending. Returns the id of the webhook. */
async function webhookWithDelivery(): Promise<string> {
  const { db, clock } = world.platform;
  const input = { url: receiver.url, event_kinds: ['mod.updated'] };
  const { id } = (await ann.post('/webhook-subscriptions', input)).body.data;
  const now = clock.now();
  const event = { kind: 'mod.updated', subjectId: id, data: {}, fannedOutAt: now };
  const nextAttemptAt = new Date(now.getTime() + DAY_MS);
  await db.webhookDelivery.create({
    data: {
      ownerId: ann.userId,
      nextAttemptAt,
      subscription: { connect: { id } },
      event: { create: event },
    },
  });
  return id;
}

describe('a webhook in the dashboard', () => {
  it('a creator sends a test, and the log shows what was sent without reading other data again', async () => {
    const input = { url: receiver.url, event_kinds: ['mod.updated'], description: 'Builds' };
    const { id } = (await ann.post('/webhook-subscriptions', input)).body.data;
    const tab = await creatorTab(browsing, 'ann', `/dashboard/webhooks/${id}`);
    const { page } = tab;
    await shown(tab);
    const operations: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) {
        operations.push(String(request.postDataJSON()?.operationName));
      }
    });
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Delivered', { exact: true }).last().waitFor();
    await page.getByText('webhook.test', { exact: true }).click();
    await page.getByText('"type": "WebhookSubscription"').waitFor();
    expect(new Set(operations)).toEqual(new Set(['TestWebhook', 'Deliveries']));
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['webhook.test']);
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-webhook-test');
    tab.expectQuiet();
    await tab.close();
  });

  it('a log without a stream that stopped for another user is read again when its user is back', async () => {
    await dashboardCreator(world, 'zoe');
    const tab = await creatorTab(browsing, 'ann');
    const { page } = tab;
    await refuseStreams(page);
    await tab.open(`/dashboard/webhooks/${await webhookWithDelivery()}`);
    await shown(tab);
    const sessions = await page.context().cookies();
    const other = await creatorTab(browsing, 'zoe');
    const next = (operation: string) =>
      page.waitForResponse((it) => it.request().postData()?.includes(operation) ?? false);
    const whoIsSignedIn = next('SignedIn');
    await page.context().addCookies(await other.page.context().cookies());
    await (await whoIsSignedIn).finished();
    await page.context().addCookies(sessions);
    const isRead = next('Deliveries');
    await page.evaluate(SHOW_AGAIN);
    expect((await isRead).status()).toBe(200);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await tab.close();
    await other.close();
  });

  it('a new secret stays visible, and the settings typed before it can be saved', async () => {
    const input = { url: receiver.url, event_kinds: ['mod.updated'], description: 'Builds' };
    const { id } = (await ann.post('/webhook-subscriptions', input)).body.data;
    const tab = await creatorTab(browsing, 'ann', `/dashboard/webhooks/${id}`);
    const { page } = tab;
    await page.getByLabel('Name', { exact: true }).fill('Builds of mods');
    await page.getByRole('button', { name: 'Create a new secret' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create a new secret' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Copy this secret now').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('heading', { name: 'Builds of mods' }).waitFor();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('You disabled this webhook.').waitFor();
    await page.getByText('Copy this secret now').waitFor();
    tab.expectQuiet();
    await tab.close();
  });
});
