import { beforeAll, describe, expect, it } from 'vitest';
import { fanOutEvents } from '../../src/modules/integrations/index.js';
import { useWorld } from '../harness.js';
import { bareMod, newGame } from '../publishing.js';
import { happens, subscribed, useReceiver } from '../webhooks.js';
import { delayResponse } from './dashboard-files.js';
import {
  creatorTab,
  type DashboardCreator,
  dashboardCreator,
  expectGoodViews,
  shown,
} from './dashboard-people.js';
import { useBrowser } from './driver.js';

const world = useWorld({ WEBHOOK_TARGETS: 'any' });
const browsing = useBrowser(world);
const receiver = useReceiver();
let ann: DashboardCreator;
let bob: DashboardCreator;

beforeAll(async () => {
  await newGame(world, 'brackenvale');
  ann = await dashboardCreator(world, 'ann');
  bob = await dashboardCreator(world, 'bob');
});

/** Emits an event of the creator's account, and sends it to the webhooks. */
async function deliverEvent() {
  await happens(world, { userId: ann.userId });
  await fanOutEvents(world.platform);
  await world.settled();
}

describe('the team in the dashboard', () => {
  it('an owner adds a member, changes the role, and the member sees what the role allows', async () => {
    const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Shared' } });
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${mod.id}/team`);
    const { page } = tab;
    await page.getByLabel('Username').fill('bob');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('bob is in the team now.').waitFor();
    await page.getByLabel('Role of bob').selectOption('reviewer');
    await page.getByText('The role of bob is changed.').waitFor();
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-team');
    const member = await creatorTab(browsing, 'bob', `/dashboard/mods/${mod.id}`);
    await member.page.getByText('Your role lets you read this, but not change it.').waitFor();
    expect(await member.page.getByLabel('Title').isDisabled()).toBe(true);
    expect(await member.page.getByRole('button', { name: 'Save changes' }).count()).toBe(0);
    await page.getByRole('listitem').filter({ hasText: 'bob' }).getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('bob is no longer in the team.').waitFor();
    await member.page.reload();
    await shown(member);
    expect(await member.heading()).toBe('Page not found');
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
    expect(await page.locator('.rows .name-inline').allTextContents()).toEqual([
      'Member left or was removed',
      'Role changed',
      'Member added',
      'Mod created',
    ]);
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-history');
    tab.expectQuiet();
    member.expectQuiet();
    await member.close();
    await tab.close();
  });

  it('the name of an unknown person is refused in plain words, also in a narrow window', async () => {
    const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Narrow' } });
    const tab = await creatorTab(browsing, 'ann', `/dashboard/mods/${mod.id}/team`, { width: 375 });
    const { page } = tab;
    await page.getByLabel('Username').fill('bobb');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('If you typed its name, check the spelling.').waitFor();
    expect(await page.title()).toBe('Team · Narrow · Dashboard · modport');
    const last = await page.getByRole('link', { name: 'History' }).boundingBox();
    expect((last?.x ?? 0) + (last?.width ?? 375)).toBeLessThan(375);
    tab.expectQuiet();
    await tab.close();
  });

  it('a member who is removed while editing keeps the input and gets a plain refusal', async () => {
    const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Gone' } });
    const member = { modId: mod.id, userId: bob.userId };
    await ann.graphql(
      `mutation ($modId: ID!, $userId: ID!) {
        setModTeamMember(modId: $modId, userId: $userId, role: maintainer) { role }
      }`,
      member,
    );
    const tab = await creatorTab(browsing, 'bob', `/dashboard/mods/${mod.id}`);
    await tab.page.getByLabel('Title').fill('Edited by Bob');
    await ann.graphql(
      'mutation ($modId: ID!, $userId: ID!) { removeModTeamMember(modId: $modId, userId: $userId) }',
      member,
    );
    await tab.page.getByRole('button', { name: 'Save changes' }).click();
    await tab.page.getByRole('alert', { name: 'Something went wrong' }).waitFor();
    expect(await tab.page.getByLabel('Title').inputValue()).toBe('Edited by Bob');
    tab.expectQuiet();
    await tab.close();
  });
});

describe('webhooks in the dashboard', () => {
  it('a creator makes a webhook, sees a failed and a good delivery, and sends one again', async () => {
    const tab = await creatorTab(browsing, 'ann', '/dashboard/webhooks');
    const { page } = tab;
    await page.getByRole('link', { name: 'New webhook' }).click();
    await page.getByLabel('Address of your server').fill(receiver.url);
    await page.getByLabel('Name', { exact: true }).fill('Build server');
    await page.getByLabel('A key or token has changed').check();
    expect(await tab.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Create the webhook' }).click();
    await page.getByText('Copy this secret now').waitFor();
    await page.getByRole('link', { name: 'Open the webhook' }).click();
    await page.getByRole('heading', { name: 'Build server' }).waitFor();
    expect(await page.getByText('Copy this secret now').count()).toBe(0);
    await deliverEvent();
    await page.reload();
    await page.getByText('Delivered', { exact: true }).last().waitFor();
    await page.getByText('token.changed', { exact: true }).first().click();
    await page.getByText(/status 204/).waitFor();
    await tab.shoot('dashboard-webhook');
    const before = receiver.received.length;
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The message will be sent again.').waitFor();
    await world.settled();
    expect(receiver.received.length).toBe(before + 1);
    receiver.answer((response) => response.writeHead(500).end('down'));
    await deliverEvent();
    await page.getByLabel('State of the deliveries').selectOption('retrying');
    await page.getByText('token.changed', { exact: true }).first().click();
    await page.getByText('Your server responded with a status other than 2xx.').waitFor();
    expect(await tab.violations()).toEqual([]);
    expect(tab.path()).toContain('status=retrying');
    await page.getByRole('button', { name: 'Delete this webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete this webhook' }).click();
    await page.getByText('No webhooks yet.').waitFor();
    tab.expectQuiet();
    await tab.close();
  });

  it('a response that arrives late does not replace newer deliveries', async () => {
    receiver.answer((response) => response.writeHead(204).end());
    const { id } = await subscribed(ann, receiver.url, ['token.changed']);
    const tab = await creatorTab(browsing, 'ann', `/dashboard/webhooks/${id}`);
    const { page } = tab;
    const late = await delayResponse(page, 'TestWebhook', 'Deliveries');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await late.read;
    await world.settled();
    const delivered = page.locator('.rows').getByText('Delivered', { exact: true });
    await delivered.waitFor();
    late.letGo();
    await page.getByText('The test will be sent.').waitFor();
    expect(await delivered.count()).toBe(1);
    tab.expectQuiet();
    await tab.close();
  });

  it.each([
    ['ru', false, 1280],
    ['de', true, 375],
  ] as const)(
    'the views of webhooks and teams in %s are accessible (dark: %s, %s px)',
    async (...its) => {
      const [locale, dark, width] = its;
      const mod = await bareMod(ann, 'brackenvale', { title: { en: 'Looks' } });
      const tab = await creatorTab(browsing, 'ann', '/dashboard', { locale, dark, width });
      await expectGoodViews(
        tab,
        ['/webhooks', '/webhooks/new', `/mods/${mod.id}/team`],
        `${locale}-${width}`,
      );
    },
  );
});
