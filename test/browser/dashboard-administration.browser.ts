import { beforeAll, describe, expect, it } from 'vitest';
import { submitted } from '../graphql/identity/apps.js';
import { signIn } from '../graphql/identity/signed-in.js';
import { useWorld } from '../harness.js';
import {
  type DashboardStaff,
  dashboardStaff,
  expectGoodViews,
  expectHidden,
  LOOKS,
  staffTab,
} from './dashboard-people.js';
import { useBrowser } from './driver.js';

const world = useWorld();
const browsing = useBrowser(world);
let root: DashboardStaff;
let appId: string;
let gameId: string;
let longId: string;

beforeAll(async () => {
  root = await dashboardStaff(world, 'root', 'admin');
  const owner = await signIn(world, (await world.creator('ann')).userId);
  const redirectUris = ['https://launcher.example/signed-in/with/a/long/path/callback'];
  const scopes = ['mods:write', 'versions:publish'];
  appId = (await submitted(owner, { name: 'Bracken Launcher', redirectUris, scopes })).id;
  await submitted(owner, { name: 'Moss Tools' });
  longId = (await submitted(owner, { name: 'A launcher with a long name', redirectUris, scopes }))
    .id;
  const input = { slug: 'tarn', name: 'Tarn', gameVersions: ['1.0', '1.1'], loaders: ['fabric'] };
  const admin = await signIn(world, root.userId);
  const made = await admin.run(
    'mutation ($input: CreateGameInput!) { createGame(input: $input) { id } }',
    { input },
  );
  gameId = made.createGame.id;
});

describe('the views of administrators in the dashboard', () => {
  it('an administrator creates a game after a confirmation, merges a change of another one, and adds a category', async () => {
    const tab = await staffTab(world, browsing, root, '/dashboard');
    const { page } = tab;
    const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name });
    await page.getByRole('link', { name: 'Games', exact: true }).last().click();
    await page.getByRole('link', { name: 'New game' }).click();
    await page.getByLabel('Address').fill('brackenvale');
    await page.getByLabel('Name').fill('Brackenvale');
    await page.getByLabel('Game versions').fill('1.0\n1.1\n');
    await page.getByRole('button', { name: 'Create the game' }).click();
    expect(await tab.violations()).toEqual([]);
    await confirm('Create the game').click();
    await page.getByText('Brackenvale is in the catalog.').waitFor();

    const { db } = world.platform;
    await db.game.update({
      where: { slug: 'brackenvale' },
      data: { loaders: ['quilt'], revision: { increment: 1 } },
    });
    await page.getByLabel('Game versions').fill('1.0\n1.1\n1.2');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => db.game.findUniqueOrThrow({ where: { slug: 'brackenvale' } }))
      .toMatchObject({ versions: ['1.0', '1.1', '1.2'], loaders: ['quilt'] });

    await page.getByLabel('Name of the new category').fill('Maps');
    await page.getByLabel('Address of the new category').fill('maps');
    await page.getByRole('button', { name: 'Add the category' }).click();
    await confirm('Add the category').click();
    await page.getByText('The category Maps is added.').waitFor();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Cartography');
    await confirm('Rename').click();
    await page.getByText('The category is now called Cartography.').waitFor();
    await page.getByLabel('Terms').fill('map, chart');
    await page.getByRole('button', { name: 'Add the synonyms' }).click();
    await page.getByText('The synonyms are saved.').waitFor();
    tab.expectQuiet();
    await tab.close();
  });

  it('an administrator approves one of two rights of an application with the keyboard, and rejects another one with a note', async () => {
    const tab = await staffTab(world, browsing, root, '/dashboard/applications');
    const { page } = tab;
    await page.getByRole('link', { name: 'Bracken Launcher' }).click();
    const publish = page.getByRole('checkbox', { name: /versions:publish/ });
    await publish.focus();
    await page.keyboard.press('Space');
    expect(await publish.isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Approve' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter');
    await page.getByText('Bracken Launcher is approved.').waitFor();
    const app = await world.platform.db.app.findUniqueOrThrow({ where: { id: appId } });
    expect(app.approvedScopes).toEqual(['mods:write']);

    await page.getByRole('link', { name: 'Moss Tools' }).click();
    const reject = page.getByRole('button', { name: 'Reject' });
    expect(await reject.isDisabled()).toBe(true);
    await page.getByLabel('Note to the owner').fill('Say what it does.');
    await reject.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Moss Tools is rejected.').waitFor();
    tab.expectQuiet();
    await tab.close();
  });

  it('a moderator has no link to the views of administrators, and their addresses look like unknown ones', async () => {
    const mary = await dashboardStaff(world, 'mary', 'moderator');
    const tab = await staffTab(world, browsing, mary, '/dashboard');
    await expectHidden(tab, [`/games/${gameId}`, '/applications', '/system']);
    tab.expectQuiet();
    await tab.close();
  });

  it.each(LOOKS)(
    'the views of administrators in %s are accessible (dark: %s, %s px)',
    async (...its) => {
      const [locale, dark, width] = its;
      const tab = await staffTab(world, browsing, root, '/dashboard', { locale, dark, width });
      const ofGame = ['/games', '/games/new', `/games/${gameId}`];
      const paths = [...ofGame, '/applications', `/applications/${longId}`, '/system?jobs=all'];
      await expectGoodViews(tab, paths, `${locale}-${width}`);
    },
  );
});
