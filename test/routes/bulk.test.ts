import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Demand, PlanFile } from '../../src/modules/delivery/plans/solver/plan-file.js';
import { solveEach } from '../../src/modules/delivery/plans/solver/solve-each.js';
import { LIMITS } from '../../src/registry/limits.js';
import type { Json } from '../actors.js';
import { useWorld } from '../harness.js';
import { newGame } from '../publishing.js';
import {
  type SeededIds,
  type SeededVersion,
  type Shelf,
  seedMod,
  shelfOf,
} from './catalog-rows.js';

const world = useWorld({}, { jobs: 'when-settled' });
let shelf: Shelf;

beforeAll(async () => {
  await newGame(world, 'bulk');
  shelf = await shelfOf(world, 'bulk');
});

const hexOf = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');

/** The digests of a seeded file; its SHA-256 is the one it was seeded with. */
const digestsOf = ({ artifactId }: SeededIds) => ({
  sha256: hexOf('sha256', artifactId),
  sha512: hexOf('sha512', artifactId),
  sha1: hexOf('sha1', artifactId),
});

/** Publishes a mod with one version and stores all digests of its file. */
async function newFile(): Promise<SeededIds & { modId: string }> {
  const { modId, versions } = await seedMod(world, shelf);
  const [version] = versions;
  if (!version) throw new Error('no version');
  const { sha256, ...further } = digestsOf(version);
  await world.platform.db.blob.update({ where: { sha256 }, data: further });
  return { modId, ...version };
}

/** Changes to a file, named by their effect on its visibility. */
const FATES = {
  visible: async () => {},
  archived: (it) => ofFile(it, { state: 'archived' }),
  withdrawn: (it) => ofFile(it, { state: 'withdrawn' }),
  pending: (it) => ofFile(it, { state: 'ready' }),
  deleted: (it) => ofFile(it, { state: 'deleted' }),
  unsafe: (it) => ofFile(it, { scanStatus: 'rejected' }),
  withdrawnUnsafe: (it) => ofFile(it, { state: 'withdrawn', scanStatus: 'rejected' }),
  unsafeBytes: (it) => ofBlob(it, { state: 'unsafe' }),
  ofHiddenMod: (it) => ofMod(it, { state: 'hidden' }),
  ofDraft: (it) => ofMod(it, { state: 'draft' }),
  ofArchivedMod: (it) => ofMod(it, { state: 'archived' }),
  paid: (it) => ofMod(it, { accessTier: 'paid' }),
} as const satisfies Record<string, (file: SeededIds & { modId: string }) => Promise<unknown>>;

const ofFile = ({ artifactId: id }: SeededIds, data: object) =>
  world.platform.db.artifact.update({ where: { id }, data });
const ofBlob = (file: SeededIds, data: object) =>
  world.platform.db.blob.update({ where: { sha256: digestsOf(file).sha256 }, data });
const ofMod = ({ modId: id }: { modId: string }, data: object) =>
  world.platform.db.mod.update({ where: { id }, data });

async function lookup(hashes: readonly string[], more: object = {}): Promise<Json> {
  const answer = await world.anon.post('/beta/artifacts:lookup', { hashes, ...more });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.hashes;
}

describe('artifact lookup by hash', () => {
  it('an artifact lookup finds a file by each digest in any case and returns its mod and version', async () => {
    const file = await newFile();
    const { sha256, sha512, sha1 } = digestsOf(file);
    const asked = [sha1, sha512.toUpperCase(), sha256];
    const found = await lookup(asked);
    expect(found.map(({ hash, algorithm }: Json) => [hash, algorithm])).toEqual([
      [asked[0], 'sha1'],
      [asked[1], 'sha512'],
      [asked[2], 'sha256'],
    ]);
    for (const { matches, has_more } of found) {
      expect(has_more).toBe(false);
      expect(matches).toMatchObject([
        {
          mod: { id: file.modId, game_slug: 'bulk' },
          version: { id: file.versionId, version: '1.0.0', game_versions: ['1.21'] },
          artifact: {
            id: file.artifactId,
            mod_id: file.modId,
            version_id: file.versionId,
            size_bytes: 100,
            hashes: { sha256 },
            download_metadata: { resolve_endpoint: `/downloads/${file.artifactId}/resolve` },
          },
        },
      ]);
    }
  });

  it('an artifact lookup finds exactly the files with a public summary', async () => {
    for (const [name, change] of Object.entries(FATES)) {
      const file = await newFile();
      await change(file);
      const { status } = await world.anon.get(`/artifacts/${file.artifactId}`);
      const found = await lookup(Object.values(digestsOf(file)));
      expect([name, found.length]).toEqual([name, status === 200 ? 3 : 0]);
    }
  });

  it('an artifact lookup returns the same bytes for hidden and unknown files', async () => {
    const [hidden, unsafe] = [await newFile(), await newFile()];
    await FATES.ofHiddenMod(hidden);
    await FATES.unsafe(unsafe);
    const unknown = await world.anon.post('/beta/artifacts:lookup', { hashes: ['0'.repeat(64)] });
    for (const file of [hidden, unsafe]) {
      const hashes = [digestsOf(file).sha256];
      const answer = await world.anon.post('/beta/artifacts:lookup', { hashes });
      expect(answer.text).toBe(unknown.text);
    }
  });

  it('an artifact lookup of many hashes returns the results of single lookups in order', async () => {
    const files = await Promise.all(Object.values(FATES).map(newFile));
    await Promise.all(Object.values(FATES).map((change, at) => change(files[at] ?? never())));
    const known = files.flatMap((file) => Object.values(digestsOf(file)));
    const unknown = ['0'.repeat(40), 'f'.repeat(64), '1'.repeat(128)];
    const alone = new Map<string, Json[]>();
    for (const hash of [...known, ...unknown]) alone.set(hash, await lookup([hash]));
    const mixes = fc.array(fc.constantFrom(...alone.keys()), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(mixes, async (hashes) => {
        expect(await lookup(hashes)).toEqual(hashes.flatMap((hash) => alone.get(hash) ?? []));
      }),
      { numRuns: 25 },
    );
  });

  it('an artifact lookup returns at most five files with the same bytes, oldest first', async () => {
    const file = await newFile();
    const shared = await Promise.all(Array.from({ length: LIMITS.lookupMatches }, newFile));
    const { sha256 } = digestsOf(file);
    const blob = await world.platform.db.blob.findUniqueOrThrow({ where: { sha256 } });
    for (const [at, { artifactId, uploadId, versionId }] of shared.entries()) {
      const { db, clock } = world.platform;
      await db.artifact.update({ where: { id: artifactId }, data: { sha256, blobId: blob.id } });
      await db.uploadSession.update({ where: { id: uploadId }, data: { finalBlobId: blob.id } });
      const publishedAt = new Date(clock.now().getTime() + 1000 * (at + 1));
      await db.modVersion.update({ where: { id: versionId }, data: { publishedAt } });
    }
    const [found] = await lookup([sha256]);
    const named = found.matches.map(({ artifact }: Json) => artifact.id);
    expect(named).toEqual([file, ...shared].slice(0, -1).map(({ artifactId }) => artifactId));
    expect(found.has_more).toBe(true);
  });

  it('an artifact lookup names every malformed hash and rejects an empty or too long list', async () => {
    const good = 'a'.repeat(64);
    const refused = async (body: object) => {
      const answer = await world.anon.post('/beta/artifacts:lookup', body);
      return [answer.status, answer.body.fields?.map(({ field, code }: Json) => [field, code])];
    };
    expect(await refused({ hashes: [good, 'xyz', 'a'.repeat(63), ` ${good}`] })).toEqual([
      400,
      [1, 2, 3].map((at) => [`hashes[${at}]`, 'invalid_format']),
    ]);
    expect(await refused({ hashes: [good], algorithm: 'sha1' })).toEqual([
      400,
      [['hashes[0]', 'invalid_format']],
    ]);
    expect(await refused({ hashes: [] })).toEqual([400, [['hashes', 'required']]]);
    expect(await refused({ hashes: Array(1001).fill(good) })).toEqual([
      400,
      [['hashes', 'too_many']],
    ]);
    expect(await refused({ hashes: [good], algorithm: 'md5' })).toEqual([
      400,
      [['algorithm', 'unknown_value']],
    ]);
  });

  it('an artifact lookup of 1,000 hashes runs one statement and its response is no-store', async () => {
    const hashes = Array.from({ length: 1000 }, () => hexOf('sha512', randomUUID()));
    const statements = await world.statements(async () => {
      const answer = await world.anon.post('/beta/artifacts:lookup', { hashes });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toContain('no-store');
    });
    expect(statements.filter((sql) => !/\bjobs\b/.test(sql))).toHaveLength(1);
  });
});

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
    for (const [name, change] of Object.entries(FATES)) {
      const file = await newFile();
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

  it('an update check of many files equals single checks and offers the file an install plan selects', async () => {
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
      { numRuns: 6 },
    );
  });

  it('solveEach for many hard problems stops when its step budget is used up', () => {
    const demand = (kind: Demand['kind'], modId: string, range: string | null = null): Demand => ({
      ...{ kind, modId, versionConstraint: range, versionId: null, artifactId: null },
      reading: 'releases',
    });
    const choice = (modId: string, at: number, demands: Demand[]): PlanFile => {
      const [id, version] = [`${modId}-${at}`, `1.${at}.0`];
      return { id, versionId: id, modId, version, publishedAt: 0, demands };
    };
    // Eight libraries with seven versions each; versions with the same number conflict.
    const libraries = Array.from('abcdefgh');
    const files = new Map<string, PlanFile[]>();
    for (const [place, modId] of libraries.entries()) {
      const before = libraries.slice(0, place);
      const version = (_: unknown, at: number) =>
        choice(
          modId,
          at,
          before.map((it) => demand('conflict', it, `1.${at}.0`)),
        );
      files.set(modId, Array.from({ length: 7 }, version));
    }
    const puzzles = Array.from({ length: 100 }, (_, at) => `puzzle-${at}`);
    const all = libraries.map((it) => demand('required', it));
    for (const modId of puzzles) files.set(modId, [choice(modId, 0, all)]);
    for (const modId of ['first', 'last']) files.set(modId, [choice(modId, 0, all.slice(0, 7))]);

    const STEPS = 5_000;
    const budget = { stepsLeft: STEPS };
    const request = { includeOptional: false };
    const found = solveEach(files, request, ['first', ...puzzles, 'last'], budget);
    expect([...found.keys()]).toEqual(['first']);
    expect(budget.stepsLeft).toBe(0);
  });

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

  it('an update check runs the same number of statements for any number of files', async () => {
    const libraries = [(await seedMod(world, shelf)).modId];
    for (let depth = 1; depth < 6; depth += 1) {
      const below = [{ kind: 'required', modId: libraries.at(-1) ?? '' }] as const;
      libraries.push((await seed({ version: '1.0.0', dependencies: below })).modId);
    }
    const files: SeededIds[] = [];
    for (let i = 0; i < 20; i += 1) {
      const modId = libraries[i % libraries.length] ?? '';
      const dependencies = [{ kind: 'required', modId }] as const;
      const mod = await seed({ version: '1.0.0' }, { version: '1.1.0', dependencies });
      files.push(fileOf(mod.files, 0));
    }
    const statementsFor = async (count: number) => {
      const sent = await world.statements(async () => {
        expect(statusesOf(await check(files.slice(0, count).map(byHash)))).toEqual(
          Array(count).fill('update_available'),
        );
      });
      return sent.filter((sql) => !/\bjobs\b/.test(sql)).length;
    };
    expect(await statementsFor(20)).toBe(await statementsFor(1));
  });
});

function never(): never {
  throw new Error('there is one of each');
}
