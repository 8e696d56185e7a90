import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { lanternMod, newMod, type PublishedMod } from '../pages/mods/mod-world.js';
import { newGame } from '../publishing.js';
import { useBrowser } from './driver.js';

const world = useWorld();
const browsing = useBrowser(world);
let lantern: PublishedMod;
let wordy: PublishedMod;

beforeAll(async () => {
  const ann = await world.creator('ann');
  ({ lantern } = await lanternMod(world, ann, 'brackenvale'));
  await newGame(world, 'wordy');
  const name = 'G'.repeat(80);
  await world.platform.db.game.update({ where: { slug: 'wordy' }, data: { name } });
  wordy = await newMod(world, ann, 'wordy', {
    mod: {
      title: { en: 'W'.repeat(100) },
      summary: { en: 'm'.repeat(200) },
      description: {
        en: `${'x'.repeat(10_000)}\n\n\`\`\`\n${'y'.repeat(500)}\n\`\`\`\n\n|${'z'.repeat(300)}|\n|-|\n|1|`,
      },
    },
    version: { version: `1.0.0-${'v'.repeat(40)}`, changelog: { en: 'q'.repeat(1_000) } },
  });
});

const pagesOf = ({ modId, versionId }: PublishedMod) => [
  ['mod', `/mods/${modId}`],
  ['versions', `/mods/${modId}/versions`],
  ['version', `/mods/${modId}/versions/${versionId}`],
  ['plan', `/mods/${modId}/plan`],
  ['plan-conflict', `/mods/${modId}/plan?loader=forge`],
];

describe('the pages of a mod in a browser', () => {
  it.each(['en', 'ru', 'de'])(
    'the pages of a mod in %s are accessible, fit a telephone and complain about nothing',
    async (locale) => {
      for (const [dark, width] of [
        [false, 1280],
        [true, 375],
      ] as const) {
        const tab = await browsing.newTab({ locale, dark, width });
        for (const [name, path] of pagesOf(lantern)) {
          await tab.open(path ?? '');
          expect(await tab.violations(), `${name} ${width}`).toEqual([]);
          expect(await tab.scrollsSideways(), `${name} ${width}`).toBe(false);
          await tab.shoot(`mods-${name}-${locale}-${width}`);
        }
        tab.expectQuiet();
        await tab.close();
      }
    },
  );

  it('hostile words do not make a page of a mod wider than a telephone', async () => {
    const tab = await browsing.newTab({ width: 375 });
    const ofGame = ['/games', '/games/wordy', '/mods', '/mods?game=wordy'].map((path) => [
      path,
      path,
    ]);
    for (const [name, path] of [...pagesOf(wordy), ...ofGame]) {
      await tab.open(path ?? '');
      expect(await tab.scrollsSideways(), name).toBe(false);
    }
    tab.expectQuiet();
    await tab.close();
  });

  it.each([true, false])(
    'a visitor downloads a file and hands it to a mod manager (JavaScript: %s)',
    async (javaScript) => {
      const tab = await browsing.newTab({ javaScript });
      await tab.open(`/mods/${lantern.slug}`);
      expect(tab.path()).toBe(`/mods/${lantern.modId}`);
      const handOff = tab.page.getByRole('link', { name: 'Install with a mod manager' });
      expect(await handOff.getAttribute('href')).toBe(
        `service://download?v=1&artifact_id=${lantern.artifactId}`,
      );
      await tab.page.getByText('You have no mod manager?').click();
      expect(await tab.page.getByText('A mod manager is a program').isVisible()).toBe(true);
      const started = tab.page.waitForEvent('download');
      await tab.page.getByRole('button', { name: 'Download 1.0.0' }).first().click();
      expect((await started).suggestedFilename()).toBe('mod.zip');
      await tab.page.getByRole('link', { name: 'Versions', exact: true }).click();
      await tab.page.getByLabel('Loader').selectOption('fabric');
      await tab.page.getByRole('button', { name: 'Filter' }).click();
      expect(tab.path()).toContain('loader=fabric');
      await tab.page.getByRole('link', { name: '1.0.0', exact: true }).click();
      await tab.page.getByRole('link', { name: 'See what would be installed' }).click();
      expect(await tab.page.getByText('2 files to install').isVisible()).toBe(true);
      tab.expectQuiet();
      await tab.close();
    },
  );

  it('the gallery opens above the page and obeys the keyboard', async () => {
    const tab = await browsing.newTab();
    await tab.open(`/mods/${lantern.modId}`);
    const { page } = tab;
    await page.locator('[data-gallery] a').first().focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Pictures' });
    expect(await dialog.isVisible()).toBe(true);
    expect(await dialog.locator('p').textContent()).toBe('1 / 2 · A cave');
    expect(await tab.violations()).toEqual([]);
    await page.keyboard.press('ArrowRight');
    expect(await dialog.locator('p').textContent()).toMatch(/^2 \/ 2/);
    await page.keyboard.press('ArrowRight');
    expect(await dialog.locator('p').textContent()).toBe('1 / 2 · A cave');
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(false);
    const focused = await page.evaluate(
      `document.activeElement === document.querySelector('[data-gallery] a')`,
    );
    expect(focused).toBe(true);
    tab.expectQuiet();
    await tab.close();
  });

  it('a gallery without JavaScript leads to the whole picture', async () => {
    const tab = await browsing.newTab({ javaScript: false });
    await tab.open(`/mods/${lantern.modId}`);
    await tab.page.locator('[data-gallery] a').first().click();
    expect(tab.path()).toMatch(/^\/media\//);
    await tab.close();
  });

  it('times are relative to now, and name the date; without JavaScript they are the date', async () => {
    const [tab, plain] = [await browsing.newTab(), await browsing.newTab({ javaScript: false })];
    for (const { open } of [tab, plain]) await open(`/mods/${lantern.modId}`);
    const date = (await plain.page.locator('.release time').textContent()) ?? '';
    expect(date).toMatch(/\d{4}/);
    const time = tab.page.locator('.release time');
    expect(await time.textContent()).toMatch(/this minute|ago/);
    expect(await time.getAttribute('title')).toBe(date);
    await tab.close();
    await plain.close();
  });

  it('the button beside the digest copies it, and does not show without JavaScript', async () => {
    const tab = await browsing.newTab();
    await tab.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.open(`/mods/${lantern.modId}`);
    const digest = await tab.page.locator('code.digest').textContent();
    await tab.page.getByRole('button', { name: 'Copy' }).click();
    await tab.page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await tab.page.evaluate('navigator.clipboard.readText()')).toBe(digest);
    await tab.close();
    const plain = await browsing.newTab({ javaScript: false });
    await plain.open(`/mods/${lantern.modId}`);
    expect(await plain.page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    await plain.close();
  });
});
