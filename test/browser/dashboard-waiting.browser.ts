import { readFileSync } from 'node:fs';
import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeZip } from '../archives/zip-writer.js';
import { submitted } from '../graphql/identity/apps.js';
import { signIn } from '../graphql/identity/signed-in.js';
import { useWorld } from '../harness.js';
import { draftMod, draftVersion, publishedVersion, readyVersion } from '../publishing.js';
import { isStream } from './dashboard-files.js';
import { type Cast, creatorTab, dashboardCast, shown, staffTab } from './dashboard-people.js';
import { type Tab, useBrowser } from './driver.js';

const world = useWorld();
const browsing = useBrowser(world);

/** The ids in the addresses of the views, by the parameters of the routes. */
let ids: Readonly<Record<string, string>>;
let people: Cast;

const NEW_WEBHOOK = `mutation ($input: CreateWebhookSubscriptionInput!) {
  createWebhookSubscription(input: $input) { id } }`;

/** The routes of the views that a role opens. The test of all routes finds a missing one. */
const VIEWS = {
  creator: [
    '/',
    '/mods',
    '/mods/new',
    '/mods/:modId',
    '/mods/:modId/media',
    '/mods/:modId/statistics',
    '/mods/:modId/history',
    '/mods/:modId/team',
    '/mods/:modId/versions',
    '/mods/:modId/versions/new',
    '/mods/:modId/versions/:versionId',
    '/statistics',
    '/webhooks',
    '/webhooks/new',
    '/webhooks/:webhookId',
  ],
  moderator: [
    '/review',
    '/review/:uploadId',
    '/reports',
    '/reports/:reportId',
    '/takedowns',
    '/takedowns/:modId',
  ],
  administrator: [
    '/applications',
    '/applications/:appId',
    '/games',
    '/games/new',
    '/games/:gameId',
    '/blocklist',
    '/users',
    '/audit',
    '/system',
  ],
} as const;
/** Views that read nothing, so they appear at once. */
const WITHOUT_READ: readonly string[] = ['/webhooks/new', '/games/new', '/takedowns'];

beforeAll(async () => {
  people = await dashboardCast(world, 'brackenvale');
  const { ann, bob } = people;
  const { id: modId } = await draftMod(ann, 'brackenvale', { title: { en: 'Lantern Paths' } });
  await publishedVersion(world, ann, modId, { version: '1.0.0' });
  const program = new Uint8Array(writeZip([{ name: 'bin/tool.exe', content: 'MZ' }]));
  const { uploadId } = await readyVersion(world, ann, modId, { version: '2.0.0' }, program);
  const { id: versionId } = await draftVersion(ann, modId, { version: '3.0.0' });
  await bob.graphql('mutation ($input: ReportModInput!) { reportMod(input: $input) }', {
    input: { modId, reason: 'stolen', text: 'These are my lanterns.' },
  });
  const webhook = await (await signIn(world, ann.userId)).run(NEW_WEBHOOK, {
    input: { url: 'https://hooks.example/modport', eventKinds: ['mod.updated'] },
  });
  const app = await submitted(await signIn(world, bob.userId), { name: 'Launcher' });
  const { db } = world.platform;
  const [game, report] = await Promise.all([
    db.game.findUniqueOrThrow({ where: { slug: 'brackenvale' } }),
    db.modReport.findFirstOrThrow(),
  ]);
  ids = {
    modId,
    versionId,
    uploadId,
    reportId: report.id,
    webhookId: webhook.createWebhookSubscription.id,
    appId: app.id,
    gameId: game.id,
  };
});

/** The address of a view. */
const addressOf = (view: string) =>
  `/dashboard${view.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? name)}`.replace(/\/$/, '');

/** Holds the reads of a page back while it is closed. Streams pass. */
async function gateOf(page: Page) {
  const gate = { isOpen: true, held: [] as (() => void)[] };
  const isRead = (request: Request) =>
    !isStream(request) && (request.postData() ?? '').includes('"query":"query');
  await page.route('**/graphql', async (route) => {
    if (!gate.isOpen && isRead(route.request())) {
      await new Promise<void>((resolve) => gate.held.push(resolve));
    }
    await route.continue();
  });
  return {
    close() {
      gate.isOpen = false;
    },
    /** Waits until a read is held, so that the page has nothing else to do. */
    waitUntilHeld: () => expect.poll(() => gate.held.length).toBeGreaterThan(0),
    open() {
      gate.isOpen = true;
      for (const letGo of gate.held.splice(0)) letGo();
    },
  };
}

const SKELETON = '.mantine-Skeleton-root';
const SPINNER = '.mantine-Loader-root';

type Gate = Awaited<ReturnType<typeof gateOf>>;

/** Opens views at their addresses, and expects a skeleton until their reads arrive. */
async function expectSkeletons(tab: Tab, gate: Gate, views: readonly string[]): Promise<void> {
  for (const view of views) {
    gate.close();
    await tab.open(addressOf(view));
    await gate.waitUntilHeld();
    await tab.page.locator(SKELETON).first().waitFor();
    expect([view, await tab.page.locator(SPINNER).count()]).toEqual([view, 0]);
    gate.open();
    await shown(tab);
    await expect.poll(() => tab.page.locator(SKELETON).count(), { message: view }).toBe(0);
  }
}

/** Opens each view from the one before, and expects a skeleton in its place until its reads arrive. */
async function expectCover(tab: Tab, gate: Gate, views: readonly string[]): Promise<void> {
  for (const view of views) {
    gate.close();
    await tab.page.evaluate(`{
      history.pushState(null, '', ${JSON.stringify(addressOf(view))});
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }`);
    if (!WITHOUT_READ.includes(view)) {
      await gate.waitUntilHeld();
      await tab.page.locator('.progressing').waitFor();
      await tab.page.locator(SKELETON).first().waitFor();
      expect([view, await tab.page.locator('main h1:visible').count()]).toEqual([view, 0]);
      expect([view, await tab.page.locator(SPINNER).count()]).toEqual([view, 0]);
    }
    gate.open();
    await shown(tab);
    await expect.poll(() => tab.page.locator(SKELETON).count(), { message: view }).toBe(0);
    expect(await tab.page.getByRole('alert').count()).toBe(0);
  }
}

describe('waiting in the dashboard', () => {
  it('the views of this file are those of the table of routes', () => {
    const source = readFileSync('dashboard/src/app/routes.tsx', 'utf8');
    const ofMod = [...source.matchAll(/const MOD_VIEWS: RouteObject\[\] = \[(.*?)\n\]/gs)];
    const paths = (text: string) => [...text.matchAll(/path: '([^*']+)'/g)].map(([, path]) => path);
    const below = ofMod.flatMap(([, children = '']) => paths(children));
    const routes = paths(source).filter((path) => !below.includes(path) || path === 'statistics');
    const tested = Object.values(VIEWS)
      .flat()
      .map((view) => view.slice(1));
    expect(below.length).toBeGreaterThan(5);
    expect(new Set(tested)).toEqual(
      new Set(['', ...routes, ...below.map((path) => `mods/:modId/${path}`)]),
    );
  });

  it.each(['creator', 'moderator', 'administrator'] as const)(
    'each view of the %s shows a skeleton while its reads take long, also after another view',
    async (role) => {
      const tab = await tabOf(role);
      const gate = await gateOf(tab.page);
      // Every place of the navigation that the role has, and the views below.
      const places = await tab.page
        .locator('.side a[href^="/dashboard"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect(VIEWS[role].map(addressOf).filter((address) => places.includes(address))).not.toEqual(
        [],
      );
      // The frame shows this skeleton for all views, so a list and the last view stand for them.
      await expectSkeletons(tab, gate, [VIEWS[role][0], ...VIEWS[role].slice(-1)]);
      await expectCover(tab, gate, VIEWS[role]);
      tab.expectQuiet();
      await tab.close();
    },
  );

  it('the section of a mod keeps its head while the next one loads, and a search keeps its view', async () => {
    const tab = await creatorTab(browsing, 'ann', addressOf('/mods/:modId'));
    const { page } = tab;
    const gate = await gateOf(page);
    gate.close();
    await page.getByRole('link', { name: 'Team' }).click();
    await page.locator(SKELETON).first().waitFor();
    expect(await page.getByRole('navigation', { name: 'Sections of the mod' }).isVisible()).toBe(
      true,
    );
    gate.open();
    await shown(tab);
    await page.clock.install();
    await tab.open(addressOf('/mods'));
    await shown(tab);
    gate.close();
    await page.getByRole('main').getByRole('searchbox').fill('lantern');
    await gate.waitUntilHeld();
    await page.locator('.progressing').waitFor();
    // Longer than a view waits without a skeleton.
    await page.clock.runFor(1_000);
    expect(await page.locator(SKELETON).count()).toBe(0);
    expect(await page.getByRole('main').getByRole('searchbox').inputValue()).toBe('lantern');
    gate.open();
    await shown(tab);
    tab.expectQuiet();
    await tab.close();
  });

  it('a search for a dependency shows a skeleton until its results arrive', async () => {
    const tab = await creatorTab(browsing, 'ann', addressOf('/mods/:modId/versions/:versionId'));
    const { page } = tab;
    const gate = await gateOf(page);
    const skeleton = page.locator(SKELETON);
    gate.close();
    await page.getByLabel('Find a mod to add').fill('lantern');
    await gate.waitUntilHeld();
    await skeleton.first().waitFor();
    gate.open();
    await page.getByText('No matching mods').waitFor();
    expect(await skeleton.count()).toBe(0);
    tab.expectQuiet();
    await tab.close();
  });
});

function tabOf(role: keyof typeof VIEWS): Promise<Tab> {
  if (role === 'creator') return creatorTab(browsing, 'ann');
  return staffTab(world, browsing, role === 'moderator' ? people.mary : people.root);
}
