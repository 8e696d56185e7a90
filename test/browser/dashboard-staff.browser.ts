import { beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../graphql/identity/signed-in.js';
import { useWorld } from '../harness.js';
import { draftMod, publishedVersion } from '../publishing.js';
import {
  type Cast,
  creatorTab,
  dashboardCast,
  dashboardCreator,
  expectGoodViews,
  expectHidden,
  LOOKS,
  shown,
  staffTab,
} from './dashboard-people.js';
import { useBrowser } from './driver.js';

const world = useWorld();
const browsing = useBrowser(world);
let people: Cast;

beforeAll(async () => {
  people = await dashboardCast(world, 'brackenvale');
});

async function publishedMod(title: string) {
  const mod = await draftMod(people.ann, 'brackenvale', { title: { en: title } });
  const { versionId } = await publishedVersion(world, people.ann, mod.id, { version: '1.0.0' });
  await world.settled();
  return { modId: String(mod.id), versionId };
}

const REPORT = 'mutation ($input: ReportModInput!) { reportMod(input: $input) }';

/** Reports a mod with a token, so that the report has no reporter. */
async function reported(modId: string, text: string) {
  await people.bob.graphql(REPORT, { input: { modId, reason: 'stolen', text } });
}

describe('reports and takedowns in the dashboard', () => {
  it('a moderator upholds a report and takes the mod down, and its team reads the reason until the end of the takedown', async () => {
    const { modId } = await publishedMod('Copied Lanterns');
    await reported(modId, 'These are the lanterns of my mod.');
    const tab = await staffTab(world, browsing, people.mary, '/dashboard/reports');
    const { page } = tab;
    await page.getByRole('link', { name: 'Copied Lanterns' }).click();
    await page.getByText('These are the lanterns of my mod.').waitFor();
    await page.getByLabel('Reason for the decision').fill('The files are the same.');
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-report');
    await page.getByRole('button', { name: 'The report is right' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'The report is right' }).click();
    await page.getByText('Your decision is saved.').waitFor();
    await page.getByText('The files are the same.').waitFor();
    // The buttons of the decision have left, so the focus would be lost.
    await page.locator('#content:focus').waitFor();
    await page.getByRole('link', { name: 'Take the mod or a version down' }).click();
    await page.getByRole('button', { name: 'Take the mod down' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Take the mod down' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason for the team').fill('The lanterns belong to Bob.');
    expect(await tab.violations()).toEqual([]);
    await confirm.click();
    await page.getByText('Taken down.').waitFor();
    await page.locator('#content:focus').waitFor();
    await page.getByRole('button', { name: 'Close' }).press('Enter');
    await page.locator('#content:focus').waitFor();
    await tab.shoot('dashboard-takedown');

    const author = await creatorTab(browsing, 'ann', '/dashboard/');
    await author.page.getByRole('link', { name: /^A moderator took “.+” down$/ }).click();
    await author.page.getByText('Moderators took this mod down').waitFor();
    await author.page.getByText('The lanterns belong to Bob.').waitFor();
    expect(await author.violations()).toEqual([]);
    await author.shoot('dashboard-mod-taken-down');

    await page.getByRole('button', { name: 'Lift the takedown' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Lift the takedown' }).click();
    await page.getByText('The takedown is lifted.').waitFor();
    await author.page.reload();
    await shown(author);
    expect(await author.page.getByText('Moderators took this mod down').count()).toBe(0);
    tab.expectQuiet();
    author.expectQuiet();
    await author.close();
    await tab.close();
  });

  it('a decision about a report that its reporter has changed closes the dialog and shows the changed report', async () => {
    const { modId } = await publishedMod('Slow Snails');
    const reporter = await signIn(world, people.bob.userId);
    const say = (text: string) =>
      reporter.run(REPORT, { input: { modId, reason: 'stolen', text } });
    await say('These snails are mine.');
    const tab = await staffTab(world, browsing, people.mary, '/dashboard/reports');
    const { page } = tab;
    await page.getByRole('link', { name: 'Slow Snails' }).click();
    await page.getByText('These snails are mine.').waitFor();
    await page.getByLabel('Reason for the decision').fill('You have not shown yours.');
    await say('These slugs are mine: here they are.');
    const dismiss = async () => {
      await page.getByRole('button', { name: 'Dismiss the report' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Dismiss the report' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await dismiss();
    await page.getByText('The reporter has changed the report.').waitFor();
    expect(await tab.violations()).toEqual([]);
    await page.getByText('These slugs are mine: here they are.').waitFor();
    expect(await page.getByText('These snails are mine.').count()).toBe(0);
    const report = () => world.platform.db.modReport.findFirstOrThrow({ where: { modId } });
    expect(await report()).toMatchObject({ state: 'open', statement: null });

    await dismiss();
    await page.getByText('Your decision is saved.').waitFor();
    await page.getByText('You have not shown yours.').waitFor();
    expect(await report()).toMatchObject({ state: 'dismissed' });
    tab.expectQuiet();
    await tab.close();
  });

  it('a moderator finds a mod by its title or address and takes one version down with a reason', async () => {
    const { modId, versionId } = await publishedMod('Winter Bells');
    const tab = await staffTab(world, browsing, people.mary, '/dashboard/takedowns');
    const { page } = tab;
    await page.getByLabel('Find a mod').fill('winter bells');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('link', { name: 'Winter Bells' }).waitFor();
    expect(await tab.violations()).toEqual([]);
    await page.getByLabel('Find a mod').fill(`https://mods.example/mods/${modId}`);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('link', { name: `Open the mod ${modId}` }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Winter Bells' }).waitFor();
    expect(await page.getByLabel('Find a mod').inputValue()).toBe('winter bells');
    await page.goForward();
    await page.getByRole('link', { name: `Open the mod ${modId}` }).click();
    await page.getByRole('button', { name: 'Take down', exact: true }).click();
    await page.getByLabel('Reason for the team').fill('It steals keys.');
    await page.getByRole('dialog').getByRole('button', { name: 'Take down' }).click();
    await page.getByText('It steals keys.').waitFor();
    const author = await creatorTab(
      browsing,
      'ann',
      `/dashboard/mods/${modId}/versions/${versionId}`,
    );
    await author.page.getByText('It steals keys.').waitFor();
    tab.expectQuiet();
    author.expectQuiet();
    await author.close();
    await tab.close();
  });
});

describe('users and the audit log in the dashboard', () => {
  it('an administrator sees a deleted account by its username, without a link to a page', async () => {
    const { userId: id } = await dashboardCreator(world, 'olga');
    const data = { state: 'deleted', displayName: 'Deleted user' } as const;
    await world.platform.db.user.update({ where: { id }, data });
    const tab = await staffTab(world, browsing, people.root, '/dashboard/users?state=deleted');
    const row = tab.page.locator('main .rows > li').filter({ hasText: 'olga' });
    await row.waitFor();
    expect(await row.getByRole('link').allTextContents()).toEqual(['What this user did']);
    expect(await row.textContent()).not.toContain('Deleted user');
    tab.expectQuiet();
    await tab.close();
  });

  it('an administrator gives a role, blocks a user with a reason, and finds both in the audit log', async () => {
    await dashboardCreator(world, 'nora');
    const tab = await staffTab(world, browsing, people.root, '/dashboard/users');
    const { page } = tab;
    await page.getByLabel('Search by name').fill('nora');
    const row = page.locator('main .rows > li');
    await page.waitForURL(/q=nora/);
    await expect.poll(() => row.count()).toBe(1);
    await page.getByLabel('Role of nora').selectOption('moderator');
    await page.getByText('The role of nora is changed.').waitFor();
    await page.getByRole('button', { name: 'Block' }).click();
    await page.getByLabel('Reason for the audit log').fill('Sells accounts.');
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
    await page.getByText('nora is blocked.').waitFor();
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-users');
    await page.getByRole('button', { name: 'Unblock' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
    await page.getByText('nora is no longer blocked.').waitFor();

    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByLabel('Action').fill('user.blocked');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByText('user.blocked').first().click();
    await page.getByText('Sells accounts.').waitFor();
    await page.getByText('about: account · with: browser').waitFor();
    expect(tab.path()).toContain('action=user.blocked');
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-audit');
    await page.getByLabel('To', { exact: true }).fill('2001-01-01');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByText('No matching entries.').waitFor();
    await page.goBack();
    await page.getByText('user.blocked').first().waitFor();
    expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('');
    expect(await page.getByLabel('Action').inputValue()).toBe('user.blocked');
    tab.expectQuiet();
    await tab.close();
  });

  it('an administrator blocks bytes and removes the entry again', async () => {
    const tab = await staffTab(world, browsing, people.root, '/dashboard/blocklist');
    const { page } = tab;
    const add = page.getByRole('button', { name: 'Block', exact: true });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Known.Stealer');
    await page.getByLabel('SHA-256').fill('abc');
    expect(await add.isDisabled()).toBe(true);
    await page.getByLabel('SHA-256').fill('a'.repeat(64));
    await add.click();
    await page.getByText('Known.Stealer is blocked.').waitFor();
    await page.getByText('whole uploads only').waitFor();
    expect(await tab.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The blocklist is empty.').waitFor();
    await page.getByLabel('Show removed entries too').click();
    await page.getByText('Known.Stealer', { exact: true }).waitFor();
    tab.expectQuiet();
    await tab.close();
  });

  it('a moderator sees no views of administrators, and their addresses look like unknown ones', async () => {
    const tab = await staffTab(world, browsing, people.mary, '/dashboard');
    await tab.page.getByRole('link', { name: 'Reports' }).waitFor();
    await expectHidden(tab, ['/blocklist', '/users', '/audit']);
    tab.expectQuiet();
    await tab.close();
  });

  it.each(LOOKS)('the views of staff in %s are accessible (dark: %s, %s px)', async (...its) => {
    const [locale, dark, width] = its;
    const { modId } = await publishedMod('Looks');
    await reported(modId, 'A long report. '.repeat(40));
    const tab = await staffTab(world, browsing, people.root, '/dashboard', { locale, dark, width });
    const mods = ['/reports', '/takedowns', `/takedowns/${modId}`];
    const paths = [...mods, '/blocklist', '/users', '/audit'];
    await expectGoodViews(tab, paths, `${locale}-${width}`);
  });
});
