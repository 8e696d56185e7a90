import { beforeAll, describe, expect, it } from 'vitest';
import { createCategory, createGame } from '../../src/modules/catalog/index.js';
import { setPassword } from '../../src/modules/identity/index.js';
import { createSystemContext } from '../../src/request/context.js';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import { newApplication, REDIRECT } from '../oauth/applications.js';
import { begin } from '../oauth/code-flow.js';
import { rawRequest } from '../raw-http.js';
import { addPictures, newMod, type PublishedMod, structuredIn } from './mods/mod-world.js';
import { PASSWORD } from './people.js';
import { newVisitor, type PageAnswer, type Visitor } from './visitor.js';

const world = useWorld();

/** Ends an attribute and an element of any kind, and begins an element with a handler. */
const HOSTILE = `'"></script></title>]]><x-probe onload=alert(1)>`;

let mod: PublishedMod;
let ann: Visitor;

/** A creator whose files have a hostile name. A name of a file has no slash. */
const withHostileFiles = (creator: Creator): Creator => ({
  ...creator,
  post: (path, body, headers) =>
    creator.post(
      path,
      path === '/uploads'
        ? { ...Object(body), filename: `${HOSTILE.replaceAll('/', '')}.zip` }
        : body,
      headers,
    ),
});

beforeAll(async () => {
  const ctx = createSystemContext(world.platform, 'test');
  await createGame(ctx, {
    slug: 'wharf',
    name: HOSTILE,
    loaders: ['fabric'],
    versions: ['1.20', '1.21'],
  });
  await createCategory(ctx, { gameSlug: 'wharf', slug: 'odd', name: HOSTILE });
  const creator = await world.creator('ann');
  mod = await newMod(world, withHostileFiles(creator), 'wharf', {
    mod: {
      title: { en: HOSTILE },
      summary: { en: HOSTILE },
      description: { en: HOSTILE },
      license: HOSTILE,
      categories: ['odd'],
    },
    version: { version: '1.0.0', changelog: { en: HOSTILE } },
  });
  await addPictures(creator, mod.modId, [{ en: HOSTILE }]);
  await world.platform.db.user.update({
    where: { username: 'ann' },
    data: { displayName: HOSTILE, bio: HOSTILE },
  });
  await world.settled();
  // A new password ends the token of the creator.
  await setPassword(ctx, { username: 'ann', password: PASSWORD });
  ann = newVisitor(world);
  await ann.signIn('ann', PASSWORD);
});

/** Expects that a page shows the name, and shows it as a text. */
function expectText(path: string, { status, html }: PageAnswer): void {
  expect([path, status]).toEqual([path, 200]);
  expect([path, /x-probe/.test(html), /<x-probe/i.test(html)]).toEqual([path, true, false]);
  expect([path, /["'][^<>]*\sonload=alert\(1\)["']?>/.test(html)]).toEqual([path, false]);
}

describe('names that look like markup', () => {
  it('public pages and feeds show names of games, categories, mods, files, pictures and authors as texts', async () => {
    const page = `/mods/${mod.modId}`;
    const paths = [
      '/',
      '/games',
      '/games/wharf',
      '/mods',
      '/mods?game=wharf&category=odd',
      '/users/ann',
      page,
      `${page}/versions`,
      `${page}/versions/${mod.versionId}`,
      `${page}/plan`,
      `${page}/feed.atom`,
      '/games/wharf/feed.atom',
      '/users/ann/feed.atom',
      `/mods?q=${encodeURIComponent(HOSTILE)}`,
      `/report?mod=${mod.modId}`,
    ];
    for (const path of paths) expectText(path, await newVisitor(world).get(path));
  });

  it('data for search engines stays whole with such names', async () => {
    const { html } = await newVisitor(world).get(`/mods/${mod.modId}`);
    expect(JSON.stringify(structuredIn(html))).toContain(JSON.stringify(HOSTILE).slice(1, -1));
    expect(html).toMatch(/<meta property="og:title" content="&#39;&quot;&gt;&lt;\/script&gt;/);
  });

  it('account pages show names of applications, keys and mods as texts', async () => {
    const { db } = world.platform;
    const { id: ownerId } = await db.user.findUniqueOrThrow({ where: { username: 'ann' } });
    const app = await newApplication(world, ownerId, { name: HOSTILE });
    await db.credential.updateMany({ where: { userId: ownerId }, data: { name: HOSTILE } });
    const paths = [
      '/account/profile',
      '/account/keys',
      '/account/keys/new',
      '/account/developer/applications',
      `/account/developer/applications/${app.id}`,
    ];
    for (const path of paths) expectText(path, await ann.get(path));
    const { url } = await begin(app, { scope: 'mods:read', redirectUri: REDIRECT.https });
    const { location } = await ann.get(`${url.pathname}${url.search}`);
    const consent = location ?? '';
    expectText(consent, await ann.get(new URL(consent, world.baseUrl).pathname));
  });
});

describe('a forged Host', () => {
  it('no page, feed, site map or API document has the Host of its request', async () => {
    const paths = [
      '/',
      '/mods',
      '/games/wharf',
      '/users/ann',
      `/mods/${mod.modId}`,
      `/mods/${mod.modId}/feed.atom`,
      '/games/wharf/feed.atom',
      '/users/ann/feed.atom',
      '/sitemap.xml',
      '/sitemap/games.xml',
      '/robots.txt',
      '/.well-known/security.txt',
      '/.well-known/openid-configuration',
      '/v1/openapi.json',
      `/v1/mods/${mod.modId}`,
      '/account/sign-in',
      '/account/sign-up',
      '/nowhere',
      '/docs',
      '/problems',
    ];
    for (const path of paths) {
      const [answer] = await rawRequest(
        Number(new URL(world.baseUrl).port),
        [
          `GET ${path} HTTP/1.1`,
          'Host: evil.example',
          'X-Forwarded-Host: evil.example',
          'Forwarded: host=evil.example;proto=https',
          'Accept: text/html, */*',
          'Connection: close',
          '\r\n',
        ].join('\r\n'),
      );
      expect([path, answer?.status]).toEqual([path, path === '/nowhere' ? 404 : 200]);
      expect([path, JSON.stringify(answer).includes('evil.example')]).toEqual([path, false]);
    }
  });
});
