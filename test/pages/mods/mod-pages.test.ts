import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../../actors.js';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';
import { bareMod, newGame, publishedVersion } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { newPerson, PASSWORD } from '../people.js';
import { newVisitor } from '../visitor.js';
import { lanternMod, newMod, type PublishedMod, structuredIn, VERSION } from './mod-world.js';

const world = useWorld({}, { jobs: 'when-settled' });
let ann: Creator;
let lantern: PublishedMod;
let library: PublishedMod;

beforeAll(async () => {
  ann = await world.creator('ann');
  ({ lantern, library } = await lanternMod(world, ann, 'brackenvale'));
});

const open = (path: string) => newVisitor(world).get(path);
const pathsOf = ({ modId, versionId }: PublishedMod) => [
  `/mods/${modId}`,
  `/mods/${modId}/versions`,
  `/mods/${modId}/versions/${versionId}`,
  `/mods/${modId}/plan`,
];

describe('the page of a mod', () => {
  it('a visitor sees the texts, the links and the latest release of a mod', async () => {
    const { status, html } = await open(`/mods/${lantern.modId}`);
    expect(status).toBe(200);
    expect(html).toContain('<h1>Lantern &lt;b&gt;</h1>');
    expect(html).toContain('Light &amp; shade.');
    expect(html).toContain('<h3>Light</h3>');
    expect(html).toContain('It <strong>shines</strong>. &lt;script&gt;');
    expect(html).toContain('href="https://lantern.example/" rel="nofollow ugc noopener"');
    expect(html).toContain('href="https://git.example/lantern" rel="nofollow ugc noopener"');
    expect(html).toContain(`service://download?v=1&amp;artifact_id=${lantern.artifactId}`);
    expect(html).toContain('No malware found');
    expect(html).toContain('First <strong>light</strong>.');
    expect(html).toMatch(/<code class="digest" id="sha256-[\w-]+">[0-9a-f]{64}<\/code>/);
    expect(html).toContain('MIT');
  });

  it('the download says which game versions and loaders the release fits', async () => {
    const { html } = await open(`/mods/${lantern.modId}`);
    const fits = /<p class="fits">([\s\S]*?)<\/p>/.exec(html)?.[1] ?? '';
    expect(
      fits
        .replace(/<[^>]+>/g, ' ')
        .trim()
        .split(/\s+/),
    ).toEqual(['For', '1.21', '1.20', 'fabric']);
  });

  it('visitors without a mod manager get the command that installs the mod or one version', async () => {
    const mod = `modport install brackenvale/${lantern.slug}`;
    for (const [path, command] of [
      [`/mods/${lantern.modId}`, `${mod} --server`],
      [`/mods/${lantern.modId}/versions/${lantern.versionId}`, `${mod}@1.0.0 --server`],
    ]) {
      expect((await open(path ?? '')).html).toContain(
        `${command} ${world.platform.publicUrl}</code>`,
      );
    }
  });

  it('a dependency is a link with the title, the range and the note of the author', async () => {
    for (const path of [
      `/mods/${lantern.modId}`,
      `/mods/${lantern.modId}/versions/${lantern.versionId}`,
    ]) {
      const { html } = await open(path);
      expect(html).toContain(`<a href="/mods/${library.modId}">Loom</a> <code>^1.0.0</code>`);
      expect(html).toContain('Threads.');
    }
  });

  it('the gallery shows every picture as a link that works without scripts', async () => {
    const { html } = await open(`/mods/${lantern.modId}`);
    const pictures = [...html.matchAll(/<li><a href="([^"]*\/media\/[^"]*)"( aria-label)?/g)];
    expect(pictures.map(([, , isNamed]) => Boolean(isNamed))).toEqual([false, true]);
    expect(html).toContain('alt="A cave"');
    const [, address = ''] = pictures[0] ?? [];
    expect((await fetch(address)).status).toBe(200);
  });

  it.each([
    ['en', 'Lantern &lt;b&gt;', null],
    ['ru', 'Фонарь', 'en'],
    ['de', 'Laterne', 'en'],
  ])(
    'the page in %s is called %s and marks texts of another language',
    async (lang, title, other) => {
      for (const path of pathsOf(lantern)) {
        const { status, html } = await open(`${path}?lang=${lang}`);
        expect([path, status]).toEqual([path, 200]);
        expect(html).toContain(`<html lang="${lang}">`);
        expect(html).toContain(title);
        expect(html).not.toMatch(/undefined|\[object|NaN/);
      }
      const { html } = await open(`/mods/${lantern.modId}?lang=${lang}`);
      expect(html.includes('<div class="prose" dir="auto" lang="en">')).toBe(other === 'en');
    },
  );

  longTest('pictures keep their place while they load, and load when they are near', async () => {
    for (const path of [`/mods/${lantern.modId}`, '/mods', '/']) {
      const { html } = await open(path);
      const pictures = [...html.matchAll(/<img [^>]*>/g)].map(([picture]) => picture);
      expect([path, pictures.length > 0]).toEqual([path, true]);
      for (const picture of pictures) expect(picture).toMatch(/ width="\d+" height="\d+" alt="/);
      const [, ...later] = pictures.filter((picture) => !picture.includes('loading="lazy"'));
      // The first screen of a list has three pictures; that of a mod has its cover.
      expect([path, later.length <= 2]).toEqual([path, true]);
    }
  });

  it('search engines and messengers learn what the mod is', async () => {
    const { html } = await open(`/mods/${lantern.modId}`);
    const address = `${world.platform.publicUrl}/mods/${lantern.modId}`;
    expect(html).toContain(`<link rel="canonical" href="${address}">`);
    expect(html).toContain(`hreflang="de" href="${address}?lang=de"`);
    expect(html).toContain('<meta property="og:title" content="Lantern &lt;b&gt;">');
    expect(html).toMatch(/<meta property="og:image" content="http[^"]+\/media\/[^"]+">/);
    expect(html).not.toContain('name="robots"');
    expect(structuredIn(html)).toMatchObject([
      { '@type': 'BreadcrumbList' },
      {
        '@type': 'SoftwareApplication',
        name: 'Lantern <b>',
        softwareVersion: '1.0.0',
        url: address,
      },
    ]);
    expect(html).not.toMatch(/ld\+json">[^\n]*<b>/);
  });

  longTest('a page of a mod loads less than 60 kB besides pictures', async () => {
    const { html } = await open(`/mods/${lantern.modId}`);
    const assets = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+|\/favicon\.svg)"/g)];
    expect(assets).toHaveLength(3);
    const bodies = await Promise.all(
      assets.map(async ([, path]) => (await fetch(`${world.baseUrl}${path}`)).text()),
    );
    const sizes = [html, ...bodies].map((text) => brotliCompressSync(text).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
  });

  longTest('a page of a mod takes as many statements with many versions as with one', async () => {
    const statementsOf = async (mod: PublishedMod) => {
      const counts: number[] = [];
      for (const path of [...pathsOf(mod), `/mods/${mod.modId}/feed.atom`]) {
        // The second read stores the documents.
        await open(path);
        await open(path);
        counts.push((await world.statements(() => open(path))).length);
      }
      return counts;
    };
    const few = await newMod(world, ann, 'brackenvale', {
      version: { dependencies: [{ mod_id: library.modId, kind: 'required' }] },
    });
    await statementsOf(few);
    const before = await statementsOf(few);
    for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
      const dependencies = [
        { mod_id: library.modId, kind: 'required' },
        { mod_id: lantern.modId, kind: 'optional' },
      ];
      await publishedVersion(world, ann, few.modId, { ...VERSION, version, dependencies });
    }
    const after = await statementsOf(few);
    for (const [at, count] of after.entries()) {
      expect(count).toBeLessThanOrEqual(before[at] ?? 0);
    }
    expect(Math.max(...before)).toBeLessThanOrEqual(12);
  });

  longTest(
    'a mod of the longest texts stays within the page and renders without blocking',
    async () => {
      const word = 'x'.repeat(10_000);
      const mod = await newMod(world, ann, 'brackenvale', {
        mod: {
          title: { en: 'W'.repeat(100) },
          description: { en: `${word}\n\n${'[![a](b)](c)'.repeat(4_000)}` },
        },
      });
      // A thread that a busy machine starts too late leaves the text without formatting, once.
      await eventually(async () => {
        const { status, html } = await open(`/mods/${mod.modId}`);
        expect(status).toBe(200);
        expect(html).toContain(`<p>${word}</p>`);
      });
    },
  );
});

describe('the address of a mod', () => {
  it('a slug redirects to the lasting address and keeps the language', async () => {
    const { status, location } = await open(`/mods/${lantern.slug}?lang=de`);
    expect([status, location]).toEqual([302, `/mods/${lantern.modId}?lang=de`]);
  });

  it('an id in capitals redirects to the lasting address', async () => {
    const { status, location } = await open(`/mods/${lantern.modId.toUpperCase()}`);
    expect([status, location]).toEqual([302, `/mods/${lantern.modId}`]);
  });

  it.each(['versions?loader=forge', 'plan?lang=de', 'feed.atom', 'versions/x?lang=ru'])(
    'a slug or an id in capitals redirects to the lasting address of its page %s',
    async (page) => {
      for (const name of [lantern.slug, lantern.modId.toUpperCase()]) {
        const { status, location } = await open(`/mods/${name}/${page}`);
        expect([status, location]).toEqual([302, `/mods/${lantern.modId}/${page}`]);
      }
    },
  );

  it('the id of a version may be in capitals', async () => {
    const address = `/mods/${lantern.modId}/versions/${lantern.versionId}`;
    const { status, html } = await open(
      address.replace(lantern.versionId, lantern.versionId.toUpperCase()),
    );
    expect(status).toBe(200);
    expect(html).toContain(`<link rel="canonical" href="${world.baseUrl}${address}">`);
  });

  it('a slug of mods in two games lets the visitor choose', async () => {
    await newGame(world, 'kestrel');
    const first = await newMod(world, ann, 'brackenvale', { mod: { slug: 'twin' } });
    const second = await newMod(world, ann, 'kestrel', { mod: { slug: 'twin' } });
    const { status, html } = await open('/mods/twin');
    expect(status).toBe(200);
    expect(html).toContain('Several mods are called “twin”');
    expect(html).toContain(`href="/mods/${first.modId}">brackenvale`);
    expect(html).toContain(`href="/mods/${second.modId}">kestrel`);
    const versions = await open('/mods/twin/versions');
    expect(versions.html).toContain(`href="/mods/${second.modId}/versions">kestrel`);
  });

  it('an unknown mod, version or slug is a page with the status 404', async () => {
    const unknown = '01a20b51-8683-7789-9012-38dfae78794f';
    for (const path of [
      '/mods/no-such-mod',
      `/mods/${unknown}`,
      `/mods/${unknown}/versions`,
      `/mods/${unknown}/plan`,
      `/mods/${lantern.modId}/versions/${unknown}`,
      `/mods/${lantern.modId}/versions/x`,
      '/mods/x/plan',
    ]) {
      const { status, html } = await open(path);
      expect([path, status]).toEqual([path, 404]);
      expect(html).toContain('<h1>Page not found</h1>');
    }
  });

  it('a mod that was removed for good is a page with the status 410', async () => {
    const id = '01a20b51-8683-7789-9012-38dfae787950';
    await world.platform.db.tombstone.create({ data: { id, entity: 'mod' } });
    for (const path of [`/mods/${id}`, `/mods/${id}/versions`, `/mods/${id}/plan`]) {
      const { status, html } = await open(path);
      expect([path, status]).toEqual([path, 410]);
      expect(html).toContain('<h1>Removed for good</h1>');
    }
  });

  it('a draft is a page for its team and does not exist for others', async () => {
    const draft = await bareMod(ann, 'brackenvale');
    const { teamId } = await world.platform.db.mod.findUniqueOrThrow({ where: { id: draft.id } });
    const userId = await newPerson(world, 'ben');
    await newPerson(world, 'eve');
    await world.platform.db.teamMember.create({ data: { teamId, userId, role: 'maintainer' } });
    const team = newVisitor(world);
    await team.signIn('ben', PASSWORD);
    const { status, html } = await team.get(`/mods/${draft.id}`);
    expect(status).toBe(200);
    expect(html).toContain('This mod is a draft.');
    expect(html).toContain(`<a href="/dashboard/mods/${draft.id}">Edit it in the dashboard</a>`);
    expect(html).toContain('<meta name="robots" content="noindex">');
    const other = newVisitor(world);
    await other.signIn('eve', PASSWORD);
    expect((await other.get(`/mods/${draft.id}`)).status).toBe(404);
    expect((await open(`/mods/${draft.id}/feed.atom`)).status).toBe(404);
  });
});
