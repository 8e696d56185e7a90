import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { type Application, newApplication, REDIRECT } from '../oauth/applications.js';
import { begin } from '../oauth/code-flow.js';
import { codeOf, enrol, newPerson } from '../pages/people.js';
import { type Tab, type TabOptions, useBrowser } from './driver.js';
import { signedInTab } from './sign-in.js';

const world = useWorld();
const browsing = useBrowser(world);
const SCOPES = ['mods:write', 'versions:write', 'files:upload', 'profile:write'];
let makerId: string;
let trusted: Application;
let unknown: Application;

beforeAll(async () => {
  makerId = await newPerson(world, 'maker');
  trusted = await newApplication(world, makerId, {
    name: 'Packwright',
    scopes: SCOPES,
    approvedScopes: SCOPES,
  });
  unknown = await newApplication(world, makerId, {
    name: 'An application with rather a long name indeed',
    redirectUris: ['https://a-rather-long-name-of-a-host.applications.example.com/callback'],
  });
});

/** A tab of a new user with a fresh second factor. */
async function signedIn(username: string, options: TabOptions): Promise<Tab> {
  await newPerson(world, username);
  const code = codeOf(world, await enrol(world, username));
  return signedInTab(browsing, username, { ...options, code });
}

async function consentPath(app: Application, scope: string, redirectUri: string): Promise<string> {
  const { url } = await begin(app, { scope, redirectUri });
  return `${url.pathname}${url.search}`;
}

async function userCode(): Promise<string> {
  const config = await trusted.configuration();
  const { user_code } = await client.initiateDeviceAuthorization(config, {
    scope: 'openid mods:read profile:write',
  });
  return user_code;
}

async function sendCode(tab: Tab, code: string): Promise<void> {
  await tab.page.locator('#user_code').fill(code);
  await tab.navigate(() => tab.page.locator('#user_code').press('Enter'));
}

async function decide(tab: Tab, decision: 'approve' | 'deny'): Promise<void> {
  await tab.navigate(() => tab.page.locator(`button[value=${decision}]`).click());
}

describe.each<[string, TabOptions]>([
  ['en', {}],
  ['ru', { dark: true, locale: 'ru' }],
  ['de', { width: 320, locale: 'de' }],
])('consent and device pages, in %s', (locale, options) => {
  it('consent and device pages have no axe violations and fit the window', async () => {
    const tab = await signedIn(`ann-${locale}`, options);
    const inspect = async (name: string, path?: string) => {
      if (path !== undefined) await tab.open(path);
      await tab.shoot(`oauth-${name}-${locale}`);
      expect([name, await tab.violations()]).toEqual([name, []]);
      expect([name, await tab.scrollsSideways()]).toEqual([name, false]);
      expect(await tab.page.locator('html').getAttribute('lang')).toBe(locale);
    };
    const asked = ['openid', 'mods:read', ...SCOPES].join(' ');
    const loopback = 'http://127.0.0.1:53682/callback';
    await inspect('consent', await consentPath(trusted, asked, loopback));
    const once = tab.path();
    await inspect('consent-scheme', await consentPath(trusted, 'openid', REDIRECT.custom));
    const [site = ''] = (
      await world.platform.db.app.findUniqueOrThrow({ where: { id: unknown.id } })
    ).redirectUris;
    await inspect('consent-site', await consentPath(unknown, 'openid mods:read', site));
    await world.platform.db.oauthRecord.deleteMany({ where: { kind: 'Interaction' } });
    await inspect('gone', once);
    await inspect('refused', await consentPath(trusted, 'openid', 'https://evil.example/'));
    await inspect('device', '/oauth/device');
    await sendCode(tab, 'BBBB-BBBB');
    await inspect('device-wrong');
    await sendCode(tab, await userCode());
    await inspect('device-confirm');
    await decide(tab, 'approve');
    await inspect('device-connected');
    await tab.open('/oauth/device');
    await sendCode(tab, await userCode());
    await decide(tab, 'deny');
    await inspect('device-denied');
    // The page refreshes by itself. Without the refresh tag it stays for the inspection.
    await tab.page.route(/\/account\/continue/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<meta http-equiv="refresh"[^>]*>/, '');
      await route.fulfill({ response, body });
    });
    await inspect('continue', '/account/continue?next=/oauth/device');
    await inspect('key', '/account/developer/key');
    await tab.page.locator('main form button.primary').click();
    await tab.page.locator('code.secret').waitFor();
    await inspect('key-shown');
    await inspect('key-replace', '/account/developer/key/replace');
    tab.expectQuiet();
    await tab.close();
  });
});
