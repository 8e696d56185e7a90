import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { newGame } from '../publishing.js';
import { type Seeded, type Shelf, seedMod, shelfOf } from '../routes/catalog/catalog-rows.js';
import { creatorTab, type DashboardCreator, dashboardCreator, shown } from './dashboard-people.js';
import { useBrowser } from './driver.js';

const world = useWorld();
const browsing = useBrowser(world);
let ann: DashboardCreator;
let mod: Seeded;
let shelf: Shelf;

const DAY_MS = 24 * 3_600_000;

beforeAll(async () => {
  await newGame(world, 'brackenvale');
  ann = await dashboardCreator(world, 'ann');
  shelf = await shelfOf(world, 'brackenvale');
  const versions = [{ version: '1.0.0' }, { version: '2.0.0' }];
  mod = await seedMod(world, shelf, { title: { en: 'Lantern Roads' }, versions });
  await join(mod, ann.userId, 'publisher');
  await fillDays(mod);
});

async function join({ modId }: Seeded, userId: string, role: 'publisher' | 'reviewer') {
  const { db } = world.platform;
  const { teamId } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
  await db.teamMember.create({ data: { teamId, userId, role } });
}

/** Downloads on each of the last 60 days, some of which have a source, and checks. */
async function fillDays({ modId, versions }: Seeded) {
  const { db } = world.platform;
  const days = Array.from({ length: 60 }, (_, at) => ({
    day: new Date(world.clock.now().getTime() - at * DAY_MS),
    downloads: 20 + ((at * 7) % 13) + (at % 7 < 2 ? 15 : 0),
  }));
  await db.downloadDay.createMany({
    data: versions.flatMap(({ artifactId }, nth) =>
      days.map(({ day, downloads }) => ({ artifactId, day, downloads: downloads * (nth + 1) })),
    ),
  });
  const sources = [
    ['referrer', 'forum.example.org', 11],
    ['region', 'EU', 14],
    ['region', 'NA', 6],
  ] as const;
  await db.downloadSourceDay.createMany({
    data: days.flatMap(({ day }) =>
      sources.map(([source, name, downloads]) => ({ modId, day, source, name, downloads })),
    ),
  });
  const check = { checks: 2, totalMs: 9_000, longestMs: 6_500 };
  await db.checkDay.createMany({
    data: days.slice(0, 3).map(({ day }) => ({ modId, day, ...check })),
  });
}

describe('statistics in the dashboard', () => {
  it('a creator sees the downloads of a mod, as a chart and as a table, and changes the period', async () => {
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${mod.modId}/statistics`);
    const { page } = tab;
    await page.locator('.chart svg.recharts-surface').waitFor();
    await page.getByText('Show the numbers as a table').click();
    expect(await page.locator('details .numbers tbody tr').count()).toBe(30);
    await page.getByRole('row', { name: /2\.0\.0.*67%/ }).waitFor();
    await page.getByRole('row', { name: /Europe/ }).waitFor();
    await page.getByRole('row', { name: /forum\.example\.org/ }).waitFor();
    await page
      .getByRole('row', { name: /Unknown or other/ })
      .first()
      .waitFor();
    await page.getByText('6.5 seconds').waitFor();
    expect(await tab.violations()).toEqual([]);
    await page.getByLabel('Period').selectOption('7');
    await expect.poll(() => page.locator('details .numbers tbody tr').count()).toBe(7);
    expect(tab.path()).toContain('days=7');
    await page.reload();
    await shown(tab);
    expect(await page.getByLabel('Period').inputValue()).toBe('7');
    tab.expectQuiet();
    await tab.close();
  });

  it('the numbers of all mods lead to those of one, and a mod without downloads says so', async () => {
    const tab = await creatorTab(browsing, 'ann', '/dashboard/statistics');
    const { page } = tab;
    await page.getByRole('link', { name: 'Lantern Roads' }).click();
    await expect.poll(() => tab.path()).toBe(`/dashboard/mods/${mod.modId}/statistics`);
    const empty = await seedMod(world, shelf, { title: { en: 'Quiet' } });
    await join(empty, ann.userId, 'publisher');
    await tab.open(`/dashboard/mods/${empty.modId}/statistics`);
    await page.getByText('No downloads in this period').waitFor();
    expect(await page.locator('.chart').count()).toBe(0);
    expect(await tab.violations()).toEqual([]);
    tab.expectQuiet();
    await tab.close();
  });

  it('a chart that the skeleton of a slow next view hides complains about nothing, and fits the window', async () => {
    const tab = await creatorTab(browsing, 'ann', '/dashboard/statistics');
    const { page } = tab;
    const chart = page.locator('.chart svg.recharts-surface');
    await chart.waitFor();
    await page.setViewportSize({ width: 375, height: 800 });
    await expect.poll(async () => (await chart.boundingBox())?.width ?? 375).toBeLessThan(375);
    expect(await tab.scrollsSideways()).toBe(false);
    let respond = () => {};
    const hidden = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route('**/graphql', async (route) => {
      await hidden;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Lantern Roads' }).click();
    await chart.waitFor({ state: 'hidden' });
    // The browser reports the new size of the chart before it paints the second frame.
    await page.evaluate(
      'new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))',
    );
    respond();
    await expect.poll(() => tab.path()).toBe(`/dashboard/mods/${mod.modId}/statistics`);
    await chart.waitFor();
    tab.expectQuiet();
    await tab.close();
  });

  it('a reviewer has no link to numbers, and their address refuses', async () => {
    await dashboardCreator(world, 'ron').then(({ userId }) => join(mod, userId, 'reviewer'));
    const tab = await creatorTab(browsing, 'ron', `/dashboard/mods/${mod.modId}`);
    const sections = tab.page.getByRole('navigation', { name: 'Sections of the mod' });
    expect(await sections.getByRole('link', { name: 'Statistics' }).count()).toBe(0);
    await tab.open(`/dashboard/mods/${mod.modId}/statistics`);
    await shown(tab);
    expect(await tab.page.locator('.numbers').count()).toBe(0);
    tab.expectQuiet();
    await tab.close();
  });

  it.each([
    ['de', true, 375],
    ['ru', false, 1280],
  ] as const)('the statistics in %s are accessible (dark: %s, %s px)', async (...its) => {
    const [locale, dark, width] = its;
    const tab = await creatorTab(browsing, 'ann', '/dashboard/statistics?days=90', {
      locale,
      dark,
      width,
    });
    await tab.page.locator('.chart svg.recharts-surface').waitFor();
    expect(await tab.violations()).toEqual([]);
    expect(await tab.scrollsSideways()).toBe(false);
    await tab.shoot(`dashboard-statistics-${locale}`);
    tab.expectQuiet();
    await tab.close();
  });
});
