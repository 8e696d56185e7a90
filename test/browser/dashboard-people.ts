import { expect } from 'vitest';
import { sessionCookie } from '../../src/auth/session-cookie.js';
import { createToken, startSession } from '../../src/modules/identity/index.js';
import { parseScopes } from '../../src/registry/scopes.js';
import { createSystemContext } from '../../src/request/context.js';
import { type Actor, CREATOR_SCOPES, withSecret } from '../actors.js';
import type { World } from '../harness.js';
import { newPerson, PASSWORD } from '../pages/people.js';
import { newGame } from '../publishing.js';
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

/** The languages, colours and widths in which tests look at views. */
export const LOOKS = [
  ['en', false, 375],
  ['ru', true, 1280],
  ['de', true, 375],
  ['de', false, 1280],
] as const;

/** Expects that a user has no links to views, and that their addresses look like unknown ones. */
export async function expectHidden(tab: Tab, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const links = tab.page.locator(`.side a[href="/dashboard${path}"]`);
    expect([path, await links.count()]).toEqual([path, 0]);
    await tab.open(`/dashboard${path}`);
    await shown(tab);
    expect([path, await tab.heading()]).toEqual([path, 'Page not found']);
  }
}

/** An id in a path, which the names of pictures leave out. */
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Expects of each view that it is accessible and fits the window, and of the tab that it has no
 * complaints. Stores a picture of each view, and closes the tab.
 */
export async function expectGoodViews(
  tab: Tab,
  paths: readonly string[],
  /** The end of the names of the pictures. */
  look: string,
): Promise<void> {
  for (const path of paths) {
    await tab.open(`/dashboard${path}`);
    await shown(tab);
    expect(await tab.violations(), path).toEqual([]);
    expect(await tab.scrollsSideways(), path).toBe(false);
    await tab.shoot(`dashboard${path.replaceAll(ID, 'id').replaceAll(/\W/g, '-')}-${look}`);
  }
  tab.expectQuiet();
  await tab.close();
}

/** A moderator or an administrator with a second factor. */
export interface DashboardStaff {
  readonly userId: string;
  readonly username: string;
}

/** Makes an account with a role of the platform. */
export async function dashboardStaff(
  world: World,
  username: string,
  role: 'moderator' | 'admin',
): Promise<DashboardStaff> {
  const userId = await newPerson(world, username);
  await world.platform.db.user.update({ where: { id: userId }, data: { role } });
  return { userId, username };
}

/** The people of the tests of moderation: two creators, two moderators and an administrator. */
export interface Cast {
  readonly ann: DashboardCreator;
  readonly bob: DashboardCreator;
  readonly mary: DashboardStaff;
  readonly mike: DashboardStaff;
  readonly root: DashboardStaff;
}

/** Makes a game and the people of the tests of moderation. */
export async function dashboardCast(world: World, gameSlug: string): Promise<Cast> {
  await newGame(world, gameSlug);
  return {
    ann: await dashboardCreator(world, 'ann'),
    bob: await dashboardCreator(world, 'bob'),
    mary: await dashboardStaff(world, 'mary', 'moderator'),
    mike: await dashboardStaff(world, 'mike', 'moderator'),
    root: await dashboardStaff(world, 'root', 'admin'),
  };
}

/** Opens a tab with a session of the account that has just proved a second factor. */
export async function staffTab(
  world: World,
  browsing: Browsing,
  { userId }: DashboardStaff,
  path = '/dashboard',
  { aal2 = true, ...options }: TabOptions & { readonly aal2?: boolean } = {},
): Promise<Tab> {
  const ctx = createSystemContext(world.platform, 'test');
  const { token } = await startSession(ctx, { userId, aal2 });
  const tab = await browsing.newTab(options);
  const { name } = sessionCookie(world.baseUrl);
  await tab.page.context().addCookies([{ name, value: token, url: world.baseUrl }]);
  await tab.open(path);
  await shown(tab);
  return tab;
}
