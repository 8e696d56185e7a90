import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import { newGame } from '../../publishing.js';
import { longTest, rounds } from '../../rounds.js';
import { seedMod, seedUnlistedMods } from '../catalog/catalog-rows.js';
import type { SeededIds, SeededVersion } from '../publishing/version-rows.js';
import {
  digestsOf,
  FATES,
  never,
  newFile,
  newFiles,
  ofFile,
  shelf,
  useBulkFiles,
  world,
} from './bulk-files.js';

useBulkFiles();

describe('update check of installed files', () => {
  const HERE = { game_slug: 'bulk', game_version: '1.21', loader: 'fabric' };

  async function check(items: readonly object[], more: object = {}): Promise<Json> {
    const answer = await world.anon.post('/beta/updates:check', { ...HERE, ...more, items });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data.items;
  }

  const statusesOf = (items: Json) => items.map(({ status }: Json) => status);

  const latestOf = (items: Json) => items.map(({ latest }: Json) => latest?.version ?? null);

  const byId = ({ artifactId }: SeededIds) => ({ artifact_id: artifactId });

  const byHash = (file: SeededIds) => ({ hash: digestsOf(file).sha256 });

  const seed = async (...versions: SeededVersion[]) => {
    const mod = await seedMod(world, shelf, { versions });
    return { ...mod, files: mod.versions.map((it) => ({ ...it, modId: mod.modId })) };
  };

  const fileOf = <T>(files: readonly T[], at: number): T => files[at] ?? never();

  it('an update check returns the newest matching file and its download data', async () => {
    const { modId, files } = await seed({ version: '1.9.0' }, { version: '1.10.0' });
    const [old, latest] = [fileOf(files, 0), fileOf(files, 1)];
    expect(await check([byId(old), byHash(old), byHash(latest)])).toEqual([
      ...[old, old, latest].map((file) => ({
        status: file === old ? 'update_available' : 'current',
        installed: {
          mod_id: modId,
          version_id: file.versionId,
          version: file === old ? '1.9.0' : '1.10.0',
          artifact_id: file.artifactId,
          file_kind: 'main',
          status: 'published',
          shared: false,
        },
        latest: {
          version_id: latest.versionId,
          version: '1.10.0',
          release_channel: 'release',
          published_at: expect.any(String),
          file: {
            artifact_id: latest.artifactId,
            file_version: '1.10.0',
            original_filename: 'mod.zip',
            size_bytes: 100,
            sha256: digestsOf(latest).sha256,
            resolve_endpoint: `/downloads/${latest.artifactId}/resolve`,
          },
        },
      })),
    ]);
  });

  it('an update check orders versions as plans do: semver above all other strings', async () => {
    const numbers = await seed({ version: '2.0.0' }, { version: '1.0.0' });
    const words = await seed({ version: '9.0.0' }, { version: 'spring' });
    const ask = [...numbers.files, ...words.files].map(byId);
    expect(statusesOf(await check(ask))).toEqual([
      'current',
      'update_available',
      'current',
      'update_available',
    ]);
  });

  it('an update check respects the game version, loader, platform and release channel', async () => {
    const { files } = await seed(
      { version: '1.0.0', gameVersions: ['1.20', '1.21'], loaders: ['fabric', 'forge'] },
      { version: '1.1.0', gameVersions: ['1.20'] },
      { version: '1.2.0', loaders: ['forge'] },
      { version: '1.3.0', platforms: ['macos'] },
      { version: '1.4.0-beta', channel: 'beta' },
    );
    const ask = [byId(fileOf(files, 0))];
    const asked = async (more: object) => latestOf(await check(ask, more));
    expect(await asked({ platform: 'linux' })).toEqual(['1.0.0']);
    expect(await asked({ game_version: '1.20' })).toEqual(['1.1.0']);
    expect(await asked({ loader: 'forge' })).toEqual(['1.2.0']);
    expect(await asked({ platform: 'macos' })).toEqual(['1.3.0']);
    expect(await asked({ release_channel: 'beta', platform: 'linux' })).toEqual(['1.4.0-beta']);
    expect(await asked({ game_version: '1.20', loader: 'quilt' })).toEqual([null]);
  });

  it('an update check offers an older version only if the installed version is withdrawn', async () => {
    const { files } = await seed({ version: '1.0.0' }, { version: '2.0.0-beta', channel: 'beta' });
    const installed = fileOf(files, 1);
    expect(statusesOf(await check([byId(installed)]))).toEqual(['current']);
    await ofFile(installed, { state: 'withdrawn' });
    const { versionId: id } = installed;
    await world.platform.db.modVersion.update({ where: { id }, data: { state: 'withdrawn' } });
    const [byItsId, byItsHash] = await check([byId(installed), byHash(installed)]);
    expect(byItsId).toMatchObject({
      status: 'update_available',
      installed: { status: 'withdrawn' },
      latest: { version: '1.0.0' },
    });
    expect(byItsHash).toEqual(byItsId);
  });

  it('an update check reports current if the newest version has the same bytes', async () => {
    const { files } = await seed({ version: '1.0.0' }, { version: '1.0.1' });
    const [old, latest] = [fileOf(files, 0), fileOf(files, 1)];
    const { sha256 } = digestsOf(old);
    const blob = await world.platform.db.blob.findUniqueOrThrow({ where: { sha256 } });
    await ofFile(latest, { sha256, blobId: blob.id });
    const data = { finalBlobId: blob.id };
    await world.platform.db.uploadSession.update({ where: { id: latest.uploadId }, data });
    expect(statusesOf(await check([byId(old), byHash(old)]))).toEqual(['current', 'current']);
  });

  it('an update check matches optional files by label and main files by kind', async () => {
    const { files } = await seed({ version: '1.0.0' }, { version: '1.1.0' }, { version: '1.2.0' });
    const [, installed, latest] = files.map((file) => file);
    const label = { fileKind: 'optional', label: 'Large textures' } as const;
    const { versionId } = fileOf(files, 0);
    await ofFile(installed ?? never(), { ...label, versionId });
    await ofFile(latest ?? never(), { ...label, label: 'Small textures' });
    expect(statusesOf(await check([byId(installed ?? never())]))).toEqual(['no_compatible_file']);
    await ofFile(latest ?? never(), label);
    const main = await seed({ version: '1.0.0' });
    await ofFile(fileOf(main.files, 0), { modId: installed?.modId, versionId: latest?.versionId });
    const data = { primaryArtifactId: fileOf(main.files, 0).artifactId };
    await world.platform.db.modVersion.update({ where: { id: latest?.versionId ?? '' }, data });
    expect(await check([byId(installed ?? never()), byId(fileOf(files, 0))])).toMatchObject([
      { status: 'update_available', latest: { file: { artifact_id: latest?.artifactId } } },
      { status: 'update_available', latest: { file: { artifact_id: data.primaryArtifactId } } },
    ]);
  });

  it('an update check reports unknown for unsafe, hidden and unpublished files and for other games', async () => {
    const known = ['visible', 'archived', 'withdrawn', 'ofArchivedMod', 'paid'];
    const seeded = await newFiles(Object.keys(FATES).length);
    for (const [at, [name, change]] of Object.entries(FATES).entries()) {
      const file = fileOf(seeded, at);
      await change(file);
      const answers = await check([
        byId(file),
        ...Object.values(digestsOf(file)).map((hash) => ({ hash })),
      ]);
      if (known.includes(name)) {
        expect([name, new Set(statusesOf(answers)).has('unknown')]).toEqual([name, false]);
      } else {
        const nothing = { status: 'unknown', installed: null, latest: null };
        expect([name, ...answers]).toEqual([name, nothing, nothing, nothing, nothing]);
      }
    }
    await newGame(world, 'other');
    const elsewhere = { game_slug: 'other' };
    expect(statusesOf(await check([byId(await newFile())], elsewhere))).toEqual(['unknown']);
  });

  longTest(
    'an update check of many files equals single checks and offers the file an install plan selects',
    async () => {
      const { modId: library } = await seedMod(world, shelf, { versions: [{ version: '1.5.0' }] });
      const needs = (range: string) =>
        ({ dependencies: [{ kind: 'required', modId: library, range }] }) as const;
      const channels = ['release', 'beta', 'alpha'] as const;
      const version = fc.record({
        version: fc.constantFrom('1.0.0', '1.1.0', '2.0.0-rc.1', '0.9.0', 'next', 'b12'),
        channel: fc.constantFrom(...channels),
        gameVersions: fc.constantFrom(['1.20'], ['1.21'], ['1.20', '1.21'], []),
        loaders: fc.constantFrom(['fabric'], ['forge'], []),
        needs: fc.constantFrom(null, '^1.0.0', '^2.0.0'),
      });
      const shape = fc.uniqueArray(version, {
        minLength: 1,
        maxLength: 4,
        selector: (it) => it.version,
      });
      const asked = fc.record({
        game_version: fc.constantFrom('1.20', '1.21'),
        loader: fc.constantFrom('fabric', 'forge'),
        release_channel: fc.constantFrom(...channels),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(shape, { minLength: 1, maxLength: 4 }),
          asked,
          async (shapes, where) => {
            const mods = [];
            for (const versions of shapes) {
              mods.push(
                await seed(
                  ...versions.map(({ needs: range, ...it }) => ({
                    ...it,
                    ...(range ? needs(range) : {}),
                  })),
                ),
              );
            }
            const files = mods.flatMap((mod) => mod.files);
            const mixed = [...files.map(byId), { hash: 'f'.repeat(40) }, ...files.map(byHash)];
            const together = await check(mixed, where);
            const alone = [];
            for (const item of mixed) alone.push(...(await check([item], where)));
            expect(together).toEqual(alone);
            for (const [at, { modId }] of files.entries()) {
              const body = { game_slug: 'bulk', ...where, mod_ids: [modId] };
              const plan = (await world.anon.post('/install-plans:resolve', body)).body.data;
              const item = plan.items.find((it: Json) => it.mod_id === modId);
              expect(together[at].latest?.file ?? null).toEqual(item?.file ?? null);
            }
          },
        ),
        { numRuns: rounds(2, 6) },
      );
    },
  );

  it('an update check rejects invalid items, too many items and an unknown game or game version', async () => {
    const refused = async (items: readonly object[], more: object = {}) => {
      const answer = await world.anon.post('/beta/updates:check', { ...HERE, ...more, items });
      return [answer.body.code, answer.body.fields?.map(({ field, code }: Json) => [field, code])];
    };
    const [id, hash] = [randomUUID(), 'a'.repeat(40)];
    expect(await refused([{ hash }, {}, { artifact_id: id, hash }, { hash: 'xyz' }])).toEqual([
      'invalid_input',
      [
        ['items[1]', 'exactly_one'],
        ['items[2]', 'exactly_one'],
        ['items[3].hash', 'invalid_format'],
      ],
    ]);
    expect(await refused([{ artifact_id: '7' }])).toEqual([
      'invalid_input',
      [['items[0].artifact_id', 'invalid_format']],
    ]);
    expect(await refused([])).toEqual(['invalid_input', [['items', 'required']]]);
    expect(await refused(Array(1001).fill({ hash }))).toEqual([
      'invalid_input',
      [['items', 'too_many']],
    ]);
    expect(await refused([{ hash }], { game_version: '0.1' })).toEqual([
      'unsupported_version',
      undefined,
    ]);
    expect(await refused([{ hash }], { game_slug: 'nothing' })).toEqual(['not_found', undefined]);
  });

  longTest(
    'an update check runs the same number of statements for any number of files',
    async () => {
      const libraries = [(await seedMod(world, shelf)).modId];
      for (let depth = 1; depth < 6; depth += 1) {
        const below = [{ kind: 'required', modId: libraries.at(-1) ?? '' }] as const;
        libraries.push((await seed({ version: '1.0.0', dependencies: below })).modId);
      }
      const mods = Array.from({ length: 20 }, (_, at) => {
        const modId = libraries[at % libraries.length] ?? '';
        const dependencies = [{ kind: 'required', modId }] as const;
        return { versions: [{ version: '1.0.0' }, { version: '1.1.0', dependencies }] };
      });
      const seeded = await seedUnlistedMods(world, shelf, mods);
      const files = seeded.map(({ versions }) => fileOf(versions, 0));
      const statementsFor = async (count: number) => {
        const sent = await world.statements(async () => {
          expect(statusesOf(await check(files.slice(0, count).map(byHash)))).toEqual(
            Array(count).fill('update_available'),
          );
        });
        return sent.filter((sql) => !/\bjobs\b/.test(sql)).length;
      };
      expect(await statementsFor(20)).toBe(await statementsFor(1));
    },
  );
});
