import AdmZip from 'adm-zip';
import semver from 'semver';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { buildDemoArchive } from '../../src/demo/archive.js';
import { demoCreators, demoGames, demoMods, publicationOrder } from '../../src/demo/catalog.js';
import type { Localized } from '../../src/demo/catalog.types.js';

const cyrillic = /\p{Script=Cyrillic}/u;

function letters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

function isThreeLanguages(text: Localized): boolean {
  return text.en !== '' && cyrillic.test(text.ru) && !cyrillic.test(text.de + text.en);
}

describe('the demo catalog', () => {
  it('the demo catalog offers twelve mods for three games by three creators', () => {
    expect(demoMods).toHaveLength(12);
    expect(new Set(demoMods.map((mod) => mod.slug)).size).toBe(12);
    expect(new Set(demoMods.map((mod) => mod.creator)).size).toBe(demoCreators.length);
    expect(new Set(demoMods.map((mod) => mod.game)).size).toBe(demoGames.length);
  });

  it('every text of the demo catalog is in English, Russian and German', () => {
    for (const mod of demoMods) {
      const texts = [mod.summary, mod.description, ...Object.values(mod.contents.strings)];
      for (const text of texts)
        expect(isThreeLanguages(text), `${mod.slug}: ${text.en}`).toBe(true);
      for (const changelog of mod.versions.flatMap((version) => version.changelog ?? [])) {
        expect(isThreeLanguages(changelog), changelog.en).toBe(true);
      }
      for (const text of Object.values(mod.description)) {
        expect(text.split('\n\n').length).toBeGreaterThan(3);
        expect(letters(text)).toBeGreaterThan(400);
      }
    }
  });

  it('demo mods name only games, loaders, categories and creators that exist', () => {
    for (const mod of demoMods) {
      const game = demoGames.find(({ slug }) => slug === mod.game);
      expect(game?.categories.map(({ slug }) => slug)).toEqual(
        expect.arrayContaining([...mod.categories]),
      );
      expect(demoCreators.map(({ username }) => username)).toContain(mod.creator);
      for (const version of mod.versions) {
        expect(game?.versions).toEqual(expect.arrayContaining([...version.gameVersions]));
        expect(game?.loaders).toEqual(expect.arrayContaining([...version.loaders]));
        expect(semver.valid(version.version)).toBe(version.version);
      }
    }
  });

  it('demo mods have every kind of dependency, and each range matches a version of its target', () => {
    const dependencies = demoMods.flatMap((mod) =>
      mod.versions.flatMap((v) => v.dependencies ?? []),
    );
    const kinds = new Set(dependencies.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['conflict', 'embedded', 'optional', 'required']);
    for (const { mod, range } of dependencies) {
      const versions = demoMods.find(({ slug }) => slug === mod)?.versions ?? [];
      const best = semver.maxSatisfying(
        versions.map((one) => one.version),
        range,
      );
      expect(best, `${mod} ${range}`).not.toBeNull();
    }
  });

  it('publicationOrder puts every demo mod after its dependencies', () => {
    const order = publicationOrder(demoMods).map((mod) => mod.slug);
    expect(order).toHaveLength(demoMods.length);
    for (const mod of demoMods) {
      for (const needed of mod.versions.flatMap((version) => version.dependencies ?? [])) {
        expect(order.indexOf(needed.mod)).toBeLessThan(order.indexOf(mod.slug));
      }
    }
  });

  it('publicationOrder throws for a circle of dependencies and for an unknown mod', () => {
    const [first, second] = demoMods;
    if (!first || !second) throw new Error('the catalog is empty');
    const naming = (mod: typeof first, target: string) => ({
      ...mod,
      versions: [
        {
          version: '1.0.0',
          gameVersions: [],
          loaders: [],
          dependencies: [{ kind: 'required' as const, mod: target, range: '*' }],
        },
      ],
    });
    const circle = [naming(first, second.slug), naming(second, first.slug)];
    expect(() => publicationOrder(circle)).toThrow('circle');
    expect(() => publicationOrder([naming(first, 'nobody')])).toThrow('unknown mod nobody');
  });
});

describe('the archives of the demo', () => {
  it('demo archives have 5 kB to 2 MB and unpack with readme, licence and three languages', () => {
    for (const mod of demoMods) {
      for (const version of mod.versions) {
        const { bytes, filename } = buildDemoArchive(mod, version);
        expect(bytes.length, filename).toBeGreaterThan(5_000);
        expect(bytes.length, filename).toBeLessThan(2_000_000);
        const zip = new AdmZip(bytes);
        const names = zip.getEntries().map((entry) => entry.entryName);
        expect(names).toEqual(expect.arrayContaining(['README.md', 'LICENSE']));
        expect(names.filter((name) => name.includes('/lang/'))).toHaveLength(3);
        for (const entry of zip.getEntries()) expect(entry.getData().length).toBeGreaterThan(0);
      }
    }
  });

  it('demo archives hold valid PNG textures of the declared size', async () => {
    const textures = demoMods.flatMap((mod) =>
      new AdmZip(buildDemoArchive(mod, mod.versions[0] ?? never()).bytes)
        .getEntries()
        .filter((entry) => entry.entryName.endsWith('.png'))
        .map((entry) => ({ size: mod.contents.texturePixels, bytes: entry.getData() })),
    );
    for (const { size, bytes } of textures) {
      const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([size, size]);
    }
  });

  it('demo archives have the same bytes in every time zone', () => {
    const home = process.env['TZ'];
    const build = (zone: string) => {
      process.env['TZ'] = zone;
      return demoMods.map((mod) => buildDemoArchive(mod, mod.versions[0] ?? never()).bytes);
    };
    try {
      const [west, east] = [build('Pacific/Honolulu'), build('Pacific/Kiritimati')];
      for (const [at, bytes] of west.entries()) expect(east[at]?.equals(bytes)).toBe(true);
    } finally {
      if (home === undefined) delete process.env['TZ'];
      else process.env['TZ'] = home;
    }
  });
});

function never(): never {
  throw new Error('a demo mod has no versions');
}
