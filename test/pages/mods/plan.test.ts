import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { publishedVersion } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { newVisitor } from '../visitor.js';
import { lanternMod, newMod, type PublishedMod, VERSION } from './mod-world.js';

const world = useWorld();
let ann: Creator;
let lantern: PublishedMod;
let library: PublishedMod;

beforeAll(async () => {
  ann = await world.creator('ann');
  ({ lantern, library } = await lanternMod(world, ann, 'brackenvale'));
});

const open = (path: string) => newVisitor(world).get(path);
const itemsIn = (html: string) =>
  [...html.matchAll(/<div class="plan-name"><a href="\/mods\/([\w-]+)"/g)].map(([, id]) => id);

describe('the preview of an installation', () => {
  it('the preview lists the files in the order of installation, with their sizes', async () => {
    const { status, html } = await open(`/mods/${lantern.modId}/plan`);
    expect(status).toBe(200);
    expect(itemsIn(html)).toEqual([library.modId, lantern.modId]);
    expect(html).toContain('2 files to install');
    expect(html).toContain('>Required<');
    expect(html).toMatch(/mod\.zip · \d+ bytes/);
  });

  it.each([
    ['en', 'There is no version that fits your choice.'],
    ['ru', 'Версии, которая подходит под ваш выбор, нет.'],
    ['de', 'Keine Version passt zu Ihrer Auswahl.'],
  ])('the preview in %s explains in words that no version fits a filter', async (lang, words) => {
    const { status, html } = await open(`/mods/${lantern.modId}/plan?loader=forge&lang=${lang}`);
    expect(status).toBe(200);
    expect(itemsIn(html)).toEqual([]);
    expect(html).toContain(words);
    expect(html).toContain('<span lang="en">No published version fits the request');
  });

  longTest('a missing dependency is named with the range that nothing satisfies', async () => {
    const needy = await newMod(world, ann, 'brackenvale', {
      mod: { title: { en: 'Needy' } },
      version: {
        dependencies: [{ mod_id: library.modId, kind: 'required', version_constraint: '^9.0.0' }],
      },
    });
    const { html } = await open(`/mods/${needy.modId}/plan`);
    expect(html).toContain('No installation fits this choice');
    expect(html).toContain(`<a href="/mods/${library.modId}">Loom</a>`);
    expect(html).toContain('^9.0.0');
  });

  it('a version below the newest is explained by the mod that demands it', async () => {
    const strict = await newMod(world, ann, 'brackenvale', {
      mod: { title: { en: 'Strict' } },
      version: {
        dependencies: [{ mod_id: library.modId, kind: 'required', version_constraint: '1.0.0' }],
      },
    });
    await publishedVersion(world, ann, library.modId, { ...VERSION, version: '1.5.0' });
    const { html } = await open(`/mods/${strict.modId}/plan?lang=de`);
    expect(itemsIn(html)).toEqual([library.modId, strict.modId]);
    expect(html).toContain('weil eine andere Mod nur bestimmte Versionen annimmt');
    expect(html).toContain('<span lang="en">The newest version that fits the request is 1.5.0');
  });

  it('the preview of a version installs exactly that version', async () => {
    const path = `/mods/${library.modId}/plan?version=${library.versionId}`;
    const { html } = await open(path);
    expect(html).toContain(`/versions/${library.versionId}">1.0.0</a>`);
    expect(html).toContain('You asked for exactly this version.');
    expect(html).toContain(`name="version" value="${library.versionId}"`);
  });

  longTest('the preview includes optional mods if the visitor asks for them', async () => {
    const rich = await newMod(world, ann, 'brackenvale', {
      version: { dependencies: [{ mod_id: library.modId, kind: 'optional' }] },
    });
    expect(itemsIn((await open(`/mods/${rich.modId}/plan`)).html)).toEqual([rich.modId]);
    const { html } = await open(`/mods/${rich.modId}/plan?optional=1`);
    expect(itemsIn(html)).toContain(library.modId);
    expect(html).toContain('name="optional" value="1" checked');
  });

  it.each([
    ['game_version=9.9', 422],
    ['channel=nightly', 400],
    ['version=nonsense', 404],
  ])('an address with %s is a page with the status %i', async (query, expected) => {
    const { status, html } = await open(`/mods/${lantern.modId}/plan?${query}`);
    expect(status).toBe(expected);
    expect(html).toContain('<h1>');
    if (status !== 404) expect(html).toContain(`href="/mods/${lantern.modId}/plan"`);
  });
});
