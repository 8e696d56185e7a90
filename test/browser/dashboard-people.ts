import { createToken } from '../../src/modules/identity/index.js';
import { parseScopes } from '../../src/registry/scopes.js';
import { createSystemContext } from '../../src/request/context.js';
import { type Actor, CREATOR_SCOPES, withSecret } from '../actors.js';
import type { World } from '../harness.js';
import { newPerson, PASSWORD } from '../pages/people.js';
import type { Browsing, Tab, TabOptions } from './driver.js';

/** A creator with a password for the browser, and a token with which a test prepares mods. */
export interface DashboardCreator extends Actor {
  readonly userId: string;
  readonly username: string;
}

/** Makes a creator who can sign in. */
export async function dashboardCreator(world: World, username: string): Promise<DashboardCreator> {
  const userId = await newPerson(world, username);
  const ctx = createSystemContext(world.platform, 'test');
  const { secret } = await createToken(ctx, {
    userId,
    name: 'test',
    scopes: parseScopes(CREATOR_SCOPES),
    modIds: null,
    lifetimeSeconds: null,
    aal2: true,
  });
  return { ...withSecret(world.baseUrl, secret), userId, username };
}

/** Opens a tab in which a creator is signed in, at a path of the dashboard. */
export async function creatorTab(
  browsing: Browsing,
  username: string,
  path = '/dashboard',
  options: TabOptions = {},
): Promise<Tab> {
  const tab = await browsing.newTab(options);
  await tab.open(`/account/sign-in?next=${encodeURIComponent(path)}`);
  await tab.page.locator('main input[name="login"]').fill(username);
  await tab.page.locator('main input[type="password"]').fill(PASSWORD);
  await tab.page.locator('main form button').first().click();
  await shown(tab);
  return tab;
}

/** Resolves when the dashboard shows a view. */
export async function shown(tab: Tab): Promise<void> {
  await tab.page.locator('main h1').waitFor();
  await tab.page.locator('.progressing').waitFor({ state: 'detached' });
}
