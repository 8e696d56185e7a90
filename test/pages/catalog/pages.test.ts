import { describe, expect, it } from 'vitest';
import { createGame } from '../../../src/modules/catalog/index.js';
import { createSystemContext } from '../../../src/request/context.js';
import { structuredIn } from '../mods/mod-world.js';
import { newVisitor } from '../visitor.js';
import { PATHS, titlesIn, useShelves } from './shelves.js';

const world = useShelves();
const open = (path: string, headers = {}) => newVisitor(world).get(path, headers);

describe('the public pages of the catalog', () => {
  it.each(['en', 'ru', 'de'])(
    'public pages speak %s and run no script of a page',
    async (locale) => {
      for (const path of PATHS) {
        const page = await open(`${path}${path.includes('?') ? '&' : '?'}lang=${locale}`);
        expect([path, page.status]).toEqual([path, 200]);
        expect(page.html).toContain(`<html lang="${locale}">`);
        expect(page.html).not.toMatch(/>undefined|\[object|&quot;\$\{|\{n\}/);
        const scripts = [...page.html.matchAll(/<script([^>]*)>/g)].map(([, more]) => more);
        expect(
          scripts.filter((more) => !/ src="\/assets\/|application\/ld\+json/.test(more ?? '')),
        ).toEqual([]);
        expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
      }
    },
  );

  it.each(PATHS)('%s names its lasting address and its languages', async (path) => {
    const { html } = await open(path);
    const address = `${world.baseUrl}${path}`;
    const separator = path.includes('?') ? '&amp;' : '?';
    expect(html).toContain(`<link rel="canonical" href="${address}">`);
    for (const locale of ['en', 'ru', 'de']) {
      expect(html).toContain(
        `<link rel="alternate" hreflang="${locale}" href="${address}${separator}lang=${locale}">`,
      );
    }
    expect(html).toMatch(/<meta name="description" content="[^"]{10,}">/);
    expect(html).toMatch(/<meta property="og:title" content="[^"]+">/);
  });

  it.each(PATHS)('HEAD of %s has the length of its GET', async (path) => {
    const ask = (method: string) =>
      fetch(`${world.baseUrl}${path}`, {
        method,
        headers: { Accept: 'text/html', 'Accept-Encoding': 'identity' },
      });
    const [page, head] = [await ask('GET'), await ask('HEAD')];
    expect(head.status).toBe(page.status);
    expect(head.headers.get('content-length')).toBe(page.headers.get('content-length'));
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
  });

  it('public pages show texts of authors as texts', async () => {
    for (const path of ['/', '/games/wharf', '/mods', '/users/seeder-wharf']) {
      const { html } = await open(path);
      expect([path, html.includes('<script>alert')]).toEqual([path, false]);
      expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)');
    }
  });
});

describe('the home page', () => {
  it('search engines learn the address of the search', async () => {
    const [site] = structuredIn((await open('/')).html);
    expect(site).toMatchObject({ '@type': 'WebSite', url: `${world.baseUrl}/` });
    expect(site.potentialAction.target.urlTemplate).toBe(
      `${world.baseUrl}/mods?q={search_term_string}`,
    );
  });

  it('the title of a mod has the language of the visitor, or names its own', async () => {
    expect(titlesIn((await open('/mods?category=tools&lang=de')).html)).toEqual(['Laternenweg']);
    const { html } = await open('/mods?loader=forge&lang=de');
    expect(html).toMatch(/<a href="[^"]+" lang="en">Night Market<\/a>/);
  });
});

describe('the pages of games', () => {
  it('the page of a game links its values to the filtered list, and names its feed', async () => {
    const { html } = await open('/games/wharf');
    expect(html).toContain('<h1>wharf</h1>');
    for (const query of ['loader=fabric', 'game_version=1.21', 'category=tools']) {
      expect(html).toContain(`href="/mods?game=wharf&amp;${query}"`);
    }
    expect(html).toContain('type="application/atom+xml"');
    expect(html).toContain('"@type":"BreadcrumbList"');
  });

  it('a game without loaders, versions and categories has no empty box for them', async () => {
    const ctx = createSystemContext(world.platform, 'test');
    await createGame(ctx, { slug: 'bare-game', name: 'Bare game' });
    const { status, html } = await open('/games/bare-game');
    expect([status, html.includes('game-values')]).toEqual([200, false]);
    expect((await open('/games/wharf')).html).toContain('game-values');
  });

  it.each([
    ['en', 13, '1 older version'],
    ['en', 14, '2 older versions'],
    ['ru', 13, '1 более старая версия'],
    ['ru', 14, '2 более старые версии'],
    ['ru', 17, '5 более старых версий'],
    ['de', 13, '1 ältere Version'],
    ['de', 14, '2 ältere Versionen'],
  ])('the page in %s of a game with %i versions offers %s', async (lang, count, offer) => {
    const ctx = createSystemContext(world.platform, 'test');
    const slug = `old-${lang}-${count}`;
    const versions = Array.from({ length: count }, (_, at) => `1.${at}`);
    await createGame(ctx, { slug, name: 'Old game', versions });
    const { html } = await open(`/games/${slug}?lang=${lang}`);
    expect(html).toContain(`<summary>${offer}</summary>`);
  });

  it('a game without mods says so, and an unknown game is not found', async () => {
    expect((await open('/games/empty-game')).html).toMatch(
      /No mod for [^.]* is published yet[\s\S]*href="\/guides\/uploads"/,
    );
    for (const slug of ['nowhere', '%00', '%3Cscript%3E']) {
      expect([slug, (await open(`/games/${slug}`)).status]).toEqual([slug, 404]);
    }
  });
});

describe('the page of an author', () => {
  it('the page of an author shows their text as safe HTML, and their links without a rank', async () => {
    const { userId } = await world.creator('talker');
    await world.platform.db.user.update({
      where: { id: userId },
      data: { bio: '**Hello** <b>you</b>', profileLinks: ['https://talker.example/about'] },
    });
    const { html } = await open('/users/talker');
    expect(html).toContain('<strong>Hello</strong> &lt;b&gt;you&lt;/b&gt;');
    expect(html).toContain(
      '<a href="https://talker.example/about" rel="nofollow ugc noopener noreferrer">talker.example/about</a>',
    );
    expect(structuredIn(html)).toMatchObject([
      {
        '@type': 'ProfilePage',
        mainEntity: { name: 'talker', sameAs: ['https://talker.example/about'] },
      },
    ]);
  });

  it('an unknown author and a closed profile are the same page', async () => {
    const { userId } = await world.creator('recluse');
    await world.platform.db.user.update({ where: { id: userId }, data: { profileOpen: false } });
    const shape = async (path: string) => {
      const { status, html } = await open(path);
      return [status, html.replace(/[0-9a-f-]{36}/g, '').replaceAll(path.slice(7), '')];
    };
    expect(await shape('/users/recluse')).toEqual(await shape('/users/nobody1'));
    expect((await open('/users/recluse')).status).toBe(404);
    expect((await open('/users/recluse/feed.atom')).status).toBe(404);
  });
});
