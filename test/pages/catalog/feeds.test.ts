import { describe, expect, it } from 'vitest';
import { newVisitor } from '../visitor.js';
import { HOSTILE, useShelves } from './shelves.js';

const world = useShelves({ limits: { siteMapMods: 3 } });
const open = (path: string, headers = {}) => newVisitor(world).get(path, headers);
const idsIn = (text: string) => [...text.matchAll(/\/mods\/([0-9a-f-]{36})</g)].map(([, id]) => id);

describe.each([
  ['a game', '/games/wharf', 'wharf'],
  ['an author', '/users/seeder-wharf', 'seeder-wharf'],
])('the feed of %s', (_what, page, name) => {
  it('the feed names its mods, the newest first, with lasting addresses', async () => {
    const { status, headers, html } = await open(`${page}/feed.atom`);
    expect([status, headers.get('content-type')]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
    ]);
    expect(html).toMatch(new RegExp(`<title>Newest mods (for|by) ${name}</title>`));
    expect(html).toContain(`<link rel="self" href="${world.baseUrl}${page}/feed.atom?lang=en"/>`);
    expect(idsIn(html)).toEqual([...world.ids.values()].reverse());
    expect(html).not.toContain(HOSTILE.slice(2, 10));
  });

  it('the page links to the feed, and the feed speaks the language of its address', async () => {
    expect((await open(page)).html).toContain(`href="${page}/feed.atom?lang=en"`);
    const { html } = await open(`${page}/feed.atom?lang=de`);
    expect((await open(`${page}?lang=de`)).html).toContain(`href="${page}/feed.atom?lang=de"`);
    expect(html).toContain(`rel="self" href="${world.baseUrl}${page}/feed.atom?lang=de"`);
    expect(html).toContain('xml:lang="de"');
    expect(html).toContain('<title>Laternenweg</title>');
  });
});

describe('a feed that a reader has', () => {
  it('a feed without changes is a 304, until another mod is published', async () => {
    const path = '/games/wharf/feed.atom';
    const etag = (await open(path)).headers.get('etag') ?? '';
    const again = () => open(path, { 'If-None-Match': etag });
    expect((await again()).status).toBe(304);
    await world.publish({ title: { en: 'Tide Table' } });
    const changed = await again();
    expect([changed.status, idsIn(changed.html)[0]]).toEqual([200, world.ids.get('Tide Table')]);
  });
});

describe('a feed without mods', () => {
  it('the feed of a new game and of a new author has no entries', async () => {
    await world.creator('newcomer');
    for (const path of ['/games/empty-game/feed.atom', '/users/newcomer/feed.atom']) {
      const { status, html } = await open(path);
      expect([path, status, html.includes('<entry>')]).toEqual([path, 200, false]);
      expect(html).toMatch(/<updated>\d{4}-/);
    }
    expect((await open('/games/nowhere/feed.atom')).status).toBe(404);
  });
});

describe('the site map', () => {
  const locations = async (path: string) => {
    const { status, headers, html } = await open(path, { Accept: '*/*' });
    expect([path, status, headers.get('content-type')]).toEqual([
      path,
      200,
      'application/xml; charset=utf-8',
    ]);
    return [...html.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) =>
      url.slice(world.baseUrl.length),
    );
  };

  it('the parts of the site map have every published mod once, and every game', async () => {
    const [games = '', ...parts] = await locations('/sitemap.xml');
    expect(await locations(games)).toEqual([
      '/',
      '/mods',
      '/games',
      '/games/wharf',
      '/games/empty-game',
    ]);
    expect(parts).toHaveLength(2);
    const pages = await Promise.all(parts.map((part) => locations(part)));
    expect(pages.map((page) => page.length)).toEqual([3, 2]);
    expect(pages.flat()).toEqual([...world.ids.values()].sort().map((id) => `/mods/${id}`));
  });

  it('a part of the site map takes one statement, and omits hidden mods', async () => {
    const [, first = ''] = await locations('/sitemap.xml');
    const [hidden = '', shown = ''] = [...world.ids.values()].sort();
    const where = { where: { id: hidden } };
    await world.platform.db.mod.update({ ...where, data: { state: 'hidden' } });
    let found: string[] = [];
    const statements = await world.statements(async () => {
      found = await locations(first);
    });
    await world.platform.db.mod.update({ ...where, data: { state: 'published' } });
    expect(statements).toHaveLength(1);
    expect(found[0]).toBe(`/mods/${shown}`);
  });

  it('a part of the site map without an id does not exist', async () => {
    for (const name of ['mods-x', 'mods-', 'other']) {
      expect((await open(`/sitemap/${name}.xml`)).status).toBe(404);
    }
  });

  it('robots.txt names the site map', async () => {
    const { html } = await open('/robots.txt');
    expect(html).toContain(`\nSitemap: ${world.baseUrl}/sitemap.xml\n`);
  });
});
