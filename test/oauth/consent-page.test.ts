import { initiateDeviceAuthorization } from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { isShownScope, SCOPES, type Scope } from '../../src/registry/scopes.js';
import { uiLocaleOf } from '../../src/request/texts.js';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import { newApplication } from './applications.js';
import { newBrowser, type Page } from './browser.js';
import { authorize, begin } from './code-flow.js';

const world = useWorld({}, { jobs: 'when-settled' });
const LOOPBACK = 'http://127.0.0.1:53682/callback';
const TITLES = {
  en: 'Allow access to your account?',
  ru: 'Разрешить доступ к вашему аккаунту?',
  de: 'Zugriff auf Ihr Konto erlauben?',
} as const;
let ada: Creator;

beforeAll(async () => {
  ada = await world.creator('ada');
});

const signedIn = async () => {
  const browser = newBrowser(world.platform, world.baseUrl);
  await browser.signIn(ada.userId);
  return browser;
};
/** The authorization request of a new application with its preferred languages. */
const asked = async (uiLocales: string) => {
  const app = await newApplication(world, ada.userId);
  const more = { ui_locales: uiLocales };
  return begin(app, { scope: 'mods:read', redirectUri: LOOPBACK, more });
};

describe('ui_locales (OpenID Connect Core 3.1.2.1)', () => {
  it.each([
    ['de', 'de'],
    ['ru', 'ru'],
    ['en', 'en'],
    ['fr de ru', 'de'],
    ['ru-RU de', 'ru'],
    ['DE-at', 'de'],
    ['fr', 'en'],
  ] as const)('%s shows the consent page in %s', async (uiLocales, locale) => {
    const browser = await signedIn();
    const page = await browser.open((await asked(uiLocales)).url);
    expect(page.html).toContain(TITLES[locale]);
    expect(page.html).toContain(`<html lang="${locale}"`);
  });

  it('ui_locales applies to the sign-in page on the way to the consent page', async () => {
    const browser = newBrowser(world.platform, world.baseUrl);
    const page = await browser.open((await asked('de')).url);
    expect(page.url).toContain('/account/sign-in');
    expect(page.html).toContain('<html lang="de"');
    await browser.signIn(ada.userId);
    const next = new URL(page.url).searchParams.get('next') ?? '';
    expect((await browser.open(next)).html).toContain(TITLES.de);
  });

  it('ui_locales yields to the language that the user chose', async () => {
    const browser = await signedIn();
    await browser.open('/account/security?lang=ru');
    expect((await browser.open((await asked('de')).url)).html).toContain(TITLES.ru);
  });

  it('later pages do not keep the language of ui_locales', async () => {
    const browser = await signedIn();
    await browser.open((await asked('de')).url);
    expect((await browser.open('/account/security')).html).toContain('<html lang="en"');
  });

  it('a user can approve on a page in another language', async () => {
    const app = await newApplication(world, ada.userId);
    const more = { ui_locales: 'de' };
    const request = { scope: 'mods:read', redirectUri: LOOPBACK, more };
    const { tokens } = await authorize(app, await signedIn(), request);
    expect(tokens.scope).toBe('mods:read');
  });

  it.each([[undefined], [''], [['de']], ['x'.repeat(1_000)], ['de_AT']])(
    'ui_locales without a language of the service is ignored: %j',
    (text) => {
      expect(uiLocaleOf(text)).toBeNull();
    },
  );
});

describe('scopes that no operation requires yet', () => {
  const words = (scope: 'builds:read' | 'builds:write') => SCOPES[scope].description.en;

  it('the consent page leaves out an unused scope, and grants it', async () => {
    const scopes = ['builds:read', 'builds:write'];
    const app = await newApplication(world, ada.userId, { scopes });
    const scope = `mods:read ${scopes.join(' ')}`;
    const { consent, tokens } = await authorize(app, await signedIn(), { scope });
    expect(consent.html).toContain(SCOPES['mods:read'].description.en);
    expect(consent.html).not.toContain(words('builds:read'));
    expect(consent.html).not.toContain(words('builds:write'));
    expect(tokens.scope).toBe(scope);
  });

  it('the consent page lists an unused scope if the application asks for nothing else', async () => {
    const app = await newApplication(world, ada.userId, { scopes: ['builds:read'] });
    const { url } = await begin(app, { scope: 'builds:read', redirectUri: LOOPBACK });
    expect((await (await signedIn()).open(url)).html).toContain(words('builds:read'));
  });

  it('the page of an application offers no unused scope, and keeps one that it has', async () => {
    const browser = await signedIn();
    const app = await newApplication(world, ada.userId, {
      name: 'Keeper',
      scopes: ['builds:read', 'account:read'],
    });
    const page = await browser.open(`/account/developer/applications/${app.id}`);
    expect(page.html).not.toContain(words('builds:read'));
    expect(page.html).toContain(SCOPES['account:read'].description.en);
    const fresh = await browser.open('/account/developer/applications/new');
    expect(fresh.html).not.toContain(words('builds:read'));
    expect(page.html).toContain('<input type="hidden" name="standard" value="builds:read">');
  });

  /** The page leaves out both unused scopes, but shows another one. */
  const expectHidden = ({ status, html }: Page, shown: Scope) => {
    expect([status, html.includes(SCOPES[shown].description.en)]).toEqual([200, true]);
    for (const scope of ['builds:read', 'builds:write'] as const) {
      expect(html).not.toContain(words(scope));
      expect(html).not.toMatch(new RegExp(`>${scope}<`));
    }
  };
  const UNUSED = ['builds:read', 'builds:write'];

  it('the device page leaves out unused scopes', async () => {
    const app = await newApplication(world, ada.userId, { scopes: UNUSED });
    const scope = `mods:read ${UNUSED.join(' ')}`;
    const config = await app.configuration();
    const begun = await initiateDeviceAuthorization(config, { scope });
    const browser = await signedIn();
    const form = await browser.open(begun.verification_uri_complete ?? '');
    expectHidden(await browser.press(form, ''), 'mods:read');
  });

  it('the review page of an application leaves out unused scopes', async () => {
    const scopes = [...UNUSED, 'account:read', 'mods:write'];
    const app = await newApplication(world, ada.userId, { scopes });
    const { db } = world.platform;
    await db.app.update({ where: { id: app.id }, data: { review: 'pending' } });
    const { userId } = await world.creator('root');
    await db.user.update({ where: { id: userId }, data: { role: 'admin' } });
    const browser = newBrowser(world.platform, world.baseUrl);
    await browser.signIn(userId, true);
    const page = await browser.open(`/account/review/applications/${app.id}`);
    expectHidden(page, 'account:read');
    expectHidden(page, 'mods:write');
  });

  it('the account key page leaves out unused scopes, which the key has', async () => {
    const page = await (await signedIn()).open('/account/developer/key');
    expectHidden(page, 'account:read');
    const key = await world.platform.db.credential.findFirstOrThrow({
      where: { userId: ada.userId, kind: 'account_key' },
    });
    expect(key.scopes).toEqual(expect.arrayContaining(UNUSED));
  });

  it('the list of applications with access leaves out unused scopes', async () => {
    const scopes = [...UNUSED, 'account:read'];
    const { id: appId } = await newApplication(world, ada.userId, { scopes });
    const { db } = world.platform;
    await db.appGrant.create({ data: { appId, userId: ada.userId, scopes } });
    expectHidden(await (await signedIn()).open('/account/applications'), 'account:read');
  });

  it('builds:read and builds:write stay scopes', () => {
    expect(Object.keys(SCOPES).filter((scope) => !isShownScope(scope))).toEqual([
      'builds:read',
      'builds:write',
    ]);
  });
});
